/** Why the database can do nothing for anybody just now; none of these is the fault of what was asked. */
export type Trouble = 'away' | 'broken' | 'full' | 'late' | 'crowded' | 'closed'

interface Advice {
  /** For the operator's log: what is the matter and what to do. */
  sentence: string
  retryAfterSeconds: number
}

const nothingLost =
  'Calls are answered 503 meanwhile, nothing that was acknowledged is lost, and they go on by themselves'

const advice: Record<Trouble, Advice> = {
  away: {
    sentence: `The database does not answer: start PostgreSQL again, or look at its own log. ${nothingLost} once it is back.`,
    retryAfterSeconds: 10,
  },
  broken: {
    sentence: `The database in this process broke off and is opened anew. If that repeats, look at the disk of DATA_DIR. ${nothingLost}.`,
    retryAfterSeconds: 10,
  },
  full: {
    sentence: `The disk of the database is full: make room on it, or move it to a larger one. ${nothingLost} once there is room.`,
    retryAfterSeconds: 60,
  },
  late: {
    sentence: `The database took too long: look for a long command in it, or for a disk that hangs. ${nothingLost} once it is quick.`,
    retryAfterSeconds: 10,
  },
  crowded: {
    sentence: `All connections to the database are taken: raise max_connections, or run fewer processes. ${nothingLost} once some are free.`,
    retryAfterSeconds: 10,
  },
  closed: { sentence: 'The server is stopping: what still waited for the database was cut.', retryAfterSeconds: 10 },
}

/** What was asked may or may not have been done: it is never acknowledged, and may be asked again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly sentence: string
  readonly retryAfterSeconds: number
  readonly refusal: string

  /** @param code of PostgreSQL or of the system, which quotes nobody's data */
  constructor(
    readonly trouble: Trouble,
    readonly code?: string,
  ) {
    const { sentence, retryAfterSeconds } = advice[trouble]
    super(sentence)
    this.sentence = code ? `${sentence} (${code})` : sentence
    this.retryAfterSeconds = retryAfterSeconds
    this.refusal = `database-${trouble}`
  }
}

/** By PostgreSQL's own code or its class (appendix A of its manual). */
export function troubleOfState(state: string): Trouble | undefined {
  if (state === '53100') return 'full'
  if (state === '53300') return 'crowded'
  // Cancelled by the time limit, or in vain for a lock: two that wait for each other, one of which gives way.
  if (['57014', '55P03', '40001', '40P01', '25P03'].includes(state)) return 'late'
  // Broken connections; too little memory; ended by its administrator or starting; its disk; read-only after a switch.
  if (/^(08|53|57P|58)/.test(state) || state === '25006') return 'away'
  return undefined
}

const fullDisk = ['ENOSPC', 'EDQUOT']

/** For failures of this side that carry no code of PostgreSQL: connections, files, engines. */
export function troubleOfSystem(error: unknown): DatabaseUnavailable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return new DatabaseUnavailable(code && fullDisk.includes(code) ? 'full' : 'away', code)
}
