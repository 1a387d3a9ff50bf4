import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Parameter, Queries } from './port.ts'
import { Primary } from './primary.ts'
import { Reader } from './reader.ts'
import { Standbys } from './standbys.ts'
import { ask, forever, judge, type Patience } from './statement.ts'
import { database as limits } from './timeouts.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Tells the operator that the start waits for the database. */
export type TellWaiting = (sentence: string) => void

export interface Cluster {
  /**
   * May name several machines: the one that takes writes is found, and found again after a
   * failover.
   */
  url: string
  /** Names all of them, where standbys may answer while there is no primary. */
  readUrl?: string | undefined
}

/**
 * A PostgreSQL server, or a cluster of them, which several processes may share. While it is away,
 * calls fail; the process goes on.
 */
export async function openPostgres(
  { url, readUrl }: Cluster,
  tellWaiting?: TellWaiting,
): Promise<Database> {
  const options = {
    // Before connectionString, whose parameters may override it; pg_dump then refuses that URL
    // (provider/docs/deploy.md).
    statement_timeout: limits.statementMs,
    // A database that hangs does not enforce its own statement_timeout.
    query_timeout: limits.answerMs,
    connectionTimeoutMillis: limits.connectMs,
    max: limits.connections,
    keepAlive: true,
  }
  const primary = new Primary(url, options)
  const transaction = <Result>(
    work: (inside: Queries) => Promise<Result>,
    patience?: Patience,
  ): Promise<Result> =>
    primary.use(async client => {
      const inside: Queries = { query: (sql, parameters) => ask(client, sql, parameters, patience) }
      try {
        await inside.query('BEGIN')
        const result = await work(inside)
        await inside.query('COMMIT')
        return result
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        await inside.query('ROLLBACK').catch(() => {
          throw new DatabaseUnavailable('away')
        })
        throw error
      }
    })
  const direct: Queries = {
    query: <Row>(sql: string, parameters?: readonly Parameter[]) =>
      primary.use(client => ask<Row>(client, sql, parameters)),
  }
  await waitFor(direct, tellWaiting).catch(async error => {
    await primary.end()
    throw error
  })

  const hasty = { connectionTimeoutMillis: limits.hastyMs, query_timeout: limits.hastyMs }
  const standbys = readUrl
    ? new Standbys(readUrl, { ...options, ...hasty, max: limits.connectionsToStandby })
    : undefined
  const reader = standbys && new Reader(primary, standbys)
  return {
    ...direct,
    reader: reader ?? direct,
    isMultiProcess: true,
    isReadOnly: () => reader?.isAway ?? false,
    transaction: work => transaction(work),
    // Without time limits: the migration of a large table may take long.
    script: sql =>
      transaction(async inside => {
        await inside.query('SET LOCAL statement_timeout = 0')
        await inside.query(sql)
      }, forever),
    alone: work => alone(primary, work),
    async close() {
      await Promise.all([primary.end(), standbys?.end()])
    },
  }
}

const secondsBetweenTellings = 60

/**
 * A service may start before its database. An error that waiting does not fix, such as a wrong
 * password, ends the start.
 */
async function waitFor(database: Queries, tellWaiting: TellWaiting | undefined): Promise<void> {
  for (let seconds = 0; ; seconds += 1) {
    try {
      await database.query('SELECT 1')
      return
    } catch (error) {
      if (!tellWaiting || !(error instanceof DatabaseUnavailable)) {
        throw new Error(
          `The database at DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      if (seconds % secondsBetweenTellings === 0)
        tellWaiting(
          `The database at DATABASE_URL does not answer (${error.code ?? error.trouble}). Waiting for it.`,
        )
      await pause(1000)
    }
  }
}

/** Any number that no other program locks in this database. */
const startLock = 20_261_122

/** The lock is gone with its connection, whatever happens to this process. */
function alone<Result>(primary: Primary, work: () => Promise<Result>): Promise<Result> {
  return primary.use(async keeper => {
    await keeper.query('SET statement_timeout = 0').catch(judge)
    await keeper
      .query({ text: 'SELECT pg_advisory_lock($1)', values: [startLock], ...forever })
      .catch(judge)
    try {
      return await work()
    } finally {
      await keeper.end()
    }
  })
}
