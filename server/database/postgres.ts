import pg from 'pg'
import type { Database, Parameter, Queries } from './port.ts'

/** A PostgreSQL server, for installations that have one. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 20_000,
  })
  // A server that restarts ends idle connections; the pool opens new ones, the event only must not end the process.
  pool.on('error', () => undefined)

  const queries = (run: (sql: string, parameters: Parameter[]) => Promise<pg.QueryResult>): Queries => ({
    async query<Row>(sql: string, parameters: readonly Parameter[] = []) {
      const { rows }: { rows: Row[] } = await run(sql, [...parameters])
      return rows
    },
  })

  const transaction: Database['transaction'] = async work => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(queries((sql, parameters) => client.query(sql, parameters)))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw new Error(
      `The database at DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return {
    ...queries((sql, parameters) => pool.query(sql, parameters)),
    transaction,
    script: sql => transaction(async inside => void (await inside.query(sql))),
    close: () => pool.end(),
  }
}
