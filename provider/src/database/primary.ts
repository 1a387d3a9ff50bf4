import type pg from 'pg'
import { inTime } from './in-time.ts'
import { openPool } from './pool.ts'
import { ask, reasonOf } from './statement.ts'
import { database as limits } from './timeouts.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { urlsOf } from './urls.ts'

/**
 * The machine that takes writes. Where there are several, it may become another one at any time.
 */
export class Primary {
  readonly #urls: readonly string[]
  readonly #options: pg.PoolConfig
  /** Their last statement is committed here, and perhaps nowhere else. */
  readonly #unsure = new WeakSet<pg.ClientBase>()
  #at = 0
  #pool: pg.Pool

  /** @param options of each connection */
  constructor(url: string, options: pg.PoolConfig) {
    this.#urls = urlsOf(url)
    this.#options =
      this.#urls.length === 1
        ? options
        : { ...options, connectionTimeoutMillis: limits.connectToOneMs, onConnect: demandPrimary }
    this.#pool = this.#open()
  }

  /**
   * @param isHasty its time limit is too short to tell that the machine is gone
   * @throws DatabaseUnavailable, also where it is unknown whether the work is done
   */
  async use<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    isHasty = false,
  ): Promise<Result> {
    const { client, pool } = await this.#connect()
    let broken: Error | undefined
    try {
      const result = await work(client)
      if (this.#unsure.has(client)) throw new DatabaseUnavailable('late')
      return result
    } catch (error) {
      // A broken connection answers nothing any more; PostgreSQL rolls back when the connection
      // ends.
      if (error instanceof DatabaseUnavailable) broken = error
      if (broken && isGone(broken, isHasty)) this.#leave(pool)
      throw error
    } finally {
      client.release(broken)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Asks each machine once. */
  async #connect(): Promise<{ client: pg.PoolClient; pool: pg.Pool }> {
    for (let left = this.#urls.length; ; left -= 1) {
      const pool = this.#pool
      const isCrowded = pool.idleCount === 0 && pool.totalCount >= limits.connections
      try {
        return { client: await this.#connectTo(pool), pool }
      } catch (error) {
        const known = reasonOf(error)
        // Who waited for a connection to a machine that others have left meanwhile asks the next
        // one.
        const mayBeElsewhere = known instanceof DatabaseUnavailable && known.trouble !== 'crowded'
        if (left === 1 || !mayBeElsewhere || (isCrowded && pool === this.#pool)) throw known
        this.#leave(pool)
      }
    }
  }

  async #connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
    const connecting = pool.connect()
    if (this.#urls.length === 1) return connecting
    try {
      // A machine that follows another one is let go of by a goodbye that may never be answered.
      return await inTime(2 * limits.connectToOneMs, connecting)
    } catch (error) {
      connecting.then(late => late.release(true)).catch(() => undefined)
      throw error
    }
  }

  #open(): pg.Pool {
    const pool = openPool({ ...this.#options, connectionString: this.#urls[this.#at] })
    pool.on('connect', client => {
      client.on('notice', ({ routine }) => {
        if (routine === 'SyncRepWaitForLSN') this.#unsure.add(client)
      })
    })
    return pool
  }

  /** No other call has to find out on its own connection that this machine is gone. */
  #leave(pool: pg.Pool): void {
    // Another call may have left it already, and there may be nowhere to go.
    if (pool !== this.#pool || this.#urls.length === 1) return
    this.#at = (this.#at + 1) % this.#urls.length
    this.#pool = this.#open()
    pool.end().catch(() => undefined)
  }
}

/**
 * Away, hanging, or following another one; an overload or a conflict has a code of PostgreSQL's.
 */
const isGone = (error: Error, isHasty: boolean) =>
  error instanceof DatabaseUnavailable &&
  (error.trouble === 'away' || (error.trouble === 'late' && !error.code && !isHasty))

async function demandPrimary(client: pg.ClientBase): Promise<void> {
  const patience = { query_timeout: limits.connectToOneMs }
  const [row] = await ask<{ follows: boolean }>(
    client,
    'SELECT pg_is_in_recovery() AS follows',
    [],
    patience,
  )
  if (row?.follows !== false) throw new DatabaseUnavailable('away')
}
