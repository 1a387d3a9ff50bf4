import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { database as limits } from '../limits.ts'
import type { Database, Parameter, Queries } from './port.ts'
import { DatabaseUnavailable, troubleOfState, troubleOfSystem } from './unavailable.ts'

/** Tells the operator that the start waits for the database. */
export type TellWaiting = (sentence: string) => void

/** A PostgreSQL server, which several processes may share. While it is away, calls fail; the process goes on. */
export async function openPostgres(url: string, tellWaiting?: TellWaiting): Promise<Database> {
  const pool = new pg.Pool({
    // Before connectionString, whose parameters may override it; pg_dump then refuses that URL (docs/deploy.md).
    statement_timeout: limits.statementMs,
    // A database that hangs does not enforce its own statement_timeout.
    query_timeout: limits.answerMs,
    connectionString: url,
    connectionTimeoutMillis: limits.connectMs,
    max: limits.connections,
    keepAlive: true,
  })
  // A connection may break while it is idle in the pool, or between two statements of a transaction: without these
  // handlers the error event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))

  const queries = (run: (sql: string, parameters: Parameter[]) => Promise<pg.QueryResult>): Queries => ({
    async query<Row>(sql: string, parameters: readonly Parameter[] = []) {
      const { rows }: { rows: Row[] } = await run(sql, [...parameters]).catch(judge)
      return rows
    },
  })

  const transaction = async <Result>(
    work: (inside: Queries) => Promise<Result>,
    patience: { query_timeout?: number } = {},
  ): Promise<Result> => {
    const client = await pool.connect().catch(judge)
    const inside = queries((sql, parameters) => client.query({ ...prepared(sql, parameters), ...patience }))
    let broken: Error | undefined
    try {
      await inside.query('BEGIN')
      const result = await work(inside)
      await inside.query('COMMIT')
      return result
    } catch (error) {
      // A broken connection would never answer ROLLBACK; PostgreSQL rolls back when the connection ends.
      if (error instanceof DatabaseUnavailable) broken = error
      else
        await inside.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
      throw error
    } finally {
      client.release(broken)
    }
  }

  await waitFor(pool, tellWaiting)
  return {
    ...queries((sql, parameters) => pool.query(prepared(sql, parameters))),
    transaction: work => transaction(work),
    // Without time limits: the migration of a large table may take long.
    script: sql =>
      transaction(
        async inside => {
          await inside.query('SET LOCAL statement_timeout = 0')
          await inside.query(sql)
        },
        { query_timeout: forever },
      ),
    alone: work => alone(pool, work),
    close: () => pool.end(),
  }
}

function judge(error: unknown): never {
  if (error instanceof pg.DatabaseError) {
    const trouble = troubleOfState(error.code ?? '')
    throw trouble ? new DatabaseUnavailable(trouble, error.code) : error
  }
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error
  // Without an error code of PostgreSQL, the connection failed or pg's own time limits ended the query.
  throw /timeout/i.test(error.message) ? new DatabaseUnavailable('late') : troubleOfSystem(error)
}

const secondsBetweenTellings = 60

/**
 * A service may start before its database. An error that waiting does not fix, such as a wrong password, ends the
 * start.
 */
async function waitFor(pool: pg.Pool, tellWaiting: TellWaiting | undefined): Promise<void> {
  for (let seconds = 0; ; seconds += 1) {
    try {
      await pool.query('SELECT 1').catch(judge)
      return
    } catch (error) {
      if (!tellWaiting || !(error instanceof DatabaseUnavailable)) {
        await pool.end()
        throw new Error(
          `The database at DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      if (seconds % secondsBetweenTellings === 0)
        tellWaiting(`The database at DATABASE_URL does not answer (${error.code ?? error.trouble}). Waiting for it.`)
      await pause(1000)
    }
  }
}

/** Any number that no other program locks in this database. */
const startLock = 20_261_122
const forever = 2 ** 31 - 1

async function alone<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const keeper = await pool.connect().catch(judge)
  try {
    await keeper.query('SET statement_timeout = 0').catch(judge)
    const lock = { text: 'SELECT pg_advisory_lock($1)', values: [startLock], query_timeout: forever }
    await keeper.query(lock).catch(judge)
    return await work()
  } finally {
    // Closing the connection releases the lock.
    keeper.release(true)
  }
}

const names = new Map<string, string>()

/**
 * PostgreSQL parses and plans a prepared statement once per connection: that is half of what a short one costs here,
 * and more than half on the database's side.
 */
function prepared(text: string, values: Parameter[]): pg.QueryConfig<Parameter[]> {
  // Text without parameters may be several statements, which PostgreSQL cannot prepare.
  if (values.length === 0) return { text }
  const name = names.get(text) ?? `portail ${names.size}`
  names.set(text, name)
  return { name, text, values }
}
