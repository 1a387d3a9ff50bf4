import { inTime, NotInTime } from './in-time.ts'
import type { Parameter, Queries } from './port.ts'
import type { Primary } from './primary.ts'
import type { Standbys } from './standbys.ts'
import { ask } from './statement.ts'
import { database as limits } from './timeouts.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Reads from the primary; while it does not answer, from a standby. Never older than what was
 * acknowledged.
 */
export class Reader implements Queries {
  /** By `performance.now()`. */
  #awayUntil = 0

  constructor(
    readonly primary: Pick<Primary, 'use'>,
    readonly standbys: Pick<Standbys, 'furthest'>,
  ) {}

  get isAway(): boolean {
    return performance.now() < this.#awayUntil
  }

  async query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]> {
    if (!this.isAway) {
      // Of those who read during an outage, one looks whether it is over; the others do not wait
      // for that.
      if (this.#awayUntil > 0) this.#setAway()
      try {
        // Who reads must not wait for a connection either: writes that wait for a standby may hold
        // them all.
        const asking = this.primary.use(client => ask<Row>(client, sql, parameters, hasty), true)
        const rows = await inTime(limits.hastyMs, asking)
        this.#awayUntil = 0
        return rows
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable || error instanceof NotInTime)) throw error
        this.#setAway()
      }
    }
    return ask<Row>(await this.standbys.furthest(), sql, parameters)
  }

  #setAway(): void {
    this.#awayUntil = performance.now() + limits.awayMs
  }
}

const hasty = { query_timeout: limits.hastyMs }
