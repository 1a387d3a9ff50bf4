import pg from 'pg'

/**
 * Opens connections to one machine. A connection that breaks must not end the process, whatever it
 * is doing.
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  // While it is idle in the pool, and between two statements of a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
