import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from './pool.ts'
import { ask } from './statement.ts'
import { database as limits } from './timeouts.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { urlsOf } from './urls.ts'

/** How far a machine is, in bytes of the write-ahead log. */
interface Standing {
  pool: pg.Pool
  follows: boolean
  received: number | null
  applied: number
}

const standing = `SELECT pg_is_in_recovery() AS follows,
  pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::float8 AS received,
  COALESCE(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 AS applied`

/**
 * All machines of a cluster, asked while its primary does not answer. What was acknowledged stands
 * on at least two of them (provider/deploy/cluster). So where at most one is silent, the furthest
 * of the others has it all.
 */
export class Standbys {
  readonly #pools: readonly pg.Pool[]

  constructor(url: string, options: pg.PoolConfig) {
    this.#pools = urlsOf(url).map(connectionString => openPool({ ...options, connectionString }))
  }

  /**
   * The machine where everything can be read that was acknowledged before this call.
   * @throws DatabaseUnavailable when too few of them answer to know that, or the furthest is late
   * in applying it
   */
  async furthest(): Promise<pg.Pool> {
    const known = await this.#ask()
    // Promoted meanwhile.
    const primary = known.find(({ follows }) => !follows)
    if (primary) return primary.pool
    const [furthest] = told(known).toSorted((one, other) => other.received - one.received)
    if (!furthest || !this.#isEnough(known)) throw new DatabaseUnavailable('away')
    await untilApplied(furthest.pool, furthest.received)
    return furthest.pool
  }

  #isEnough(known: readonly Standing[]): boolean {
    return told(known).length >= this.#pools.length - 1 || known.some(({ follows }) => !follows)
  }

  /** Waits for no more answers than are needed: a machine that is gone says nothing for seconds. */
  #ask(): Promise<Standing[]> {
    const known: Standing[] = []
    let left = this.#pools.length
    return new Promise(settle => {
      for (const pool of this.#pools)
        look(pool)
          .then(
            one => void known.push(one),
            () => undefined,
          )
          .finally(() => {
            left -= 1
            if (left === 0 || this.#isEnough(known)) settle(known)
          })
    })
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map(pool => pool.end()))
  }
}

/**
 * Those that have received from a primary since they started. Another one does not know how far it
 * is, and says nothing, or the beginning of a file that it has applied already.
 */
const told = (known: readonly Standing[]) =>
  known.flatMap(({ pool, received, applied }) =>
    received !== null && received >= applied ? [{ pool, received }] : [],
  )

async function look(pool: pg.Pool): Promise<Standing> {
  const [row] = await ask<Omit<Standing, 'pool'>>(pool, standing)
  if (!row) throw new DatabaseUnavailable('away')
  return { pool, ...row }
}

async function untilApplied(pool: pg.Pool, received: number): Promise<void> {
  const until = performance.now() + limits.hastyMs
  while ((await look(pool)).applied < received) {
    if (performance.now() > until) throw new DatabaseUnavailable('late')
    await pause(20)
  }
}
