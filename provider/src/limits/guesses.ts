import type { Queries } from '../database/port.ts'
import { recordAttempt } from './attempts.ts'
import { waitMs } from './counters.ts'
import { codeGuesses } from './rates.ts'
import type { Relation } from './who.ts'

/**
 * Call it in the transaction of the save; a repeated save comes from the same student, whose cookie
 * was lost.
 */
export async function rememberSaver(
  queries: Queries,
  matricule: string,
  { token, address }: { token: string; address: string },
): Promise<void> {
  await queries.query(
    'UPDATE enrolments SET saver_token = $2, saver_address = $3 WHERE matricule = $1',
    [matricule, token, address],
  )
}

const counts = {
  browser: ['byBrowser', 'bySaver'],
  address: ['atAddress', 'bySaver'],
  others: ['byOthers'],
} as const

const kinds = {
  byBrowser: 'codeByBrowser',
  atAddress: 'codeAtAddress',
  bySaver: 'codeBySaver',
  byOthers: 'codeByOthers',
} as const

/**
 * Guesses at a student's four digits, counted over all calls that take a code: an attacker's do not
 * stop the browser that saved.
 */
export class Guesses {
  private readonly counts: readonly (keyof typeof kinds)[]

  constructor(
    private readonly matricule: string,
    relation: Relation,
  ) {
    this.counts = counts[relation]
  }

  async waitMs(queries: Queries, now: Date): Promise<number> {
    const rows = await queries.query<{ kind: string; at: Date }>(
      'SELECT kind, at FROM attempts WHERE key = $1 AND kind IN ($2, $3) ORDER BY at',
      this.counted(),
    )
    const waits = this.counts.map(count => {
      const times = rows.filter(({ kind }) => kind === kinds[count]).map(({ at }) => at.getTime())
      return waitMs(times, codeGuesses[count], now.getTime())
    })
    return Math.max(...waits)
  }

  /** @returns whether the limit is reached now */
  async record(queries: Queries, now: Date): Promise<boolean> {
    for (const count of this.counts) await recordAttempt(queries, kinds[count], this.matricule, now)
    return (await this.waitMs(queries, now)) > 0
  }

  async forget(queries: Queries): Promise<void> {
    await queries.query('DELETE FROM attempts WHERE key = $1 AND kind IN ($2, $3)', this.counted())
  }

  /** Parameters of the statements that read both counts at once: a caller has at most two. */
  private counted(): string[] {
    const [first, second = first] = this.counts.map(count => kinds[count])
    return [this.matricule, first ?? '', second ?? '']
  }
}
