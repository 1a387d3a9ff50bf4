/** Why the database can answer no query now; the query itself is never the cause. */
export type Trouble = 'away' | 'broken' | 'full' | 'late' | 'crowded' | 'closed'

interface Advice {
  /** For the operator's log: what is wrong and what to do. */
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
    sentence:
      'The database in this process broke off: look at the disk of DATA_DIR, and start the server again.',
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
  closed: {
    sentence: 'The server is stopping: what still waited for the database was cut.',
    retryAfterSeconds: 10,
  },
}

/**
 * The query may or may not have taken effect: the server never acknowledges it, and the client may
 * repeat it.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly sentence: string
  readonly retryAfterSeconds: number
  readonly refusal: string

  /** @param code PostgreSQL's or the system's error code, which contains no personal data */
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

/** By PostgreSQL's error code or its class (appendix A of its manual). */
export function troubleOfState(state: string): Trouble | undefined {
  if (state === '53100') return 'full'
  if (state === '53300') return 'crowded'
  // Cancelled by the time limit, no lock in time, or a deadlock or serialization conflict, in which
  // one side gives way.
  if (['57014', '55P03', '40001', '40P01', '25P03'].includes(state)) return 'late'
  // Broken connections; too little memory; shut down by its administrator or starting; I/O errors;
  // read-only after a failover.
  if (/^(08|53|57P|58)/.test(state) || state === '25006') return 'away'
  return undefined
}

const fullDisk = ['ENOSPC', 'EDQUOT']

/** For failures on our side without a PostgreSQL code: connections, files, the engine. */
export function troubleOfSystem(error: unknown): DatabaseUnavailable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return new DatabaseUnavailable(code && fullDisk.includes(code) ? 'full' : 'away', code)
}
