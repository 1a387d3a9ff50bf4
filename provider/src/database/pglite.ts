import { join, resolve } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import pg from 'pg'
import { ownDataDir } from './data-folder.ts'
import { isServed, serveAt } from './pglite-socket.ts'
import type { Database, Parameter, Queries } from './port.ts'
import { Semaphore } from './semaphore.ts'
import { judge } from './statement.ts'
import { DatabaseUnavailable, troubleOfState } from './unavailable.ts'

/**
 * PostgreSQL inside this process, for a demonstration and for tests. What is acknowledged outlives
 * a killed process; a power cut may take the last of it, since nothing waits for the disk.
 */

/**
 * What one connection of PostgreSQL can do: PGlite has one, and so has a process that asks it from
 * beside.
 */
interface Session {
  query(sql: string, parameters: Parameter[]): Promise<{ rows: unknown[] }>
  exec(sql: string): Promise<unknown>
  close(): Promise<void>
}

export const conversions = {
  // Photographs are passed as raw bytes, and decoded by Buffer: PGlite's own conversion through
  // text is twenty times slower.
  serializers: { [types.BYTEA]: <Bytes>(bytes: Bytes) => bytes },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
}

/**
 * Opens the data folder, which this process then holds alone.
 * @throws DataFolderError when another process holds it
 */
export async function openPglite(dataDir: string): Promise<Database> {
  await ownDataDir(dataDir)
  const gate = new Semaphore(1)
  const place: { pglite?: PGlite } = {}
  const release = await serveAt(dataDir, () => place.pglite, gate)
  try {
    const pglite = await PGlite.create(join(dataDir, 'pg'), conversions)
    place.pglite = pglite
    return databaseOf(
      { ...sessionOf(pglite), close: () => release().then(() => pglite.close()) },
      gate,
    )
  } catch (error) {
    await release()
    throw error
  }
}

/** After a PANIC PGlite loops for ever and blocks the process: it is not called again. */
function sessionOf(pglite: PGlite): Omit<Session, 'close'> {
  let isBroken = false
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isBroken) throw new DatabaseUnavailable('broken')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError) throw error
      isBroken = !('severity' in error && error.severity === 'ERROR')
      const code = 'code' in error ? String(error.code) : ''
      const trouble = isBroken ? 'broken' : troubleOfState(code)
      throw trouble ? new DatabaseUnavailable(trouble, code) : error
    }
  }
  return {
    query: (sql, parameters) => guarded(() => pglite.query(sql, parameters)),
    exec: sql => guarded(() => pglite.exec(sql)),
  }
}

/**
 * The database of a process that is running on this folder, for the operator's command; undefined
 * where none is.
 * @throws DataFolderError for a folder of another account, whose socket would be another's, too
 */
export async function openBeside(dataDir: string): Promise<Database | undefined> {
  await ownDataDir(dataDir)
  if (!(await isServed(dataDir))) return undefined
  const client = new pg.Client({ host: resolve(dataDir), user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect().catch(judge)
  return databaseOf({
    query: (sql, parameters) => client.query<Record<string, unknown>>(sql, parameters).catch(judge),
    exec: sql => client.query(sql).catch(judge),
    close: () => client.end(),
  })
}

function databaseOf(session: Session, gate = new Semaphore(1)): Database {
  let isClosed = false
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    gate.run(() => {
      if (isClosed) throw new DatabaseUnavailable('closed')
      return work()
    })
  const inside: Queries = {
    query: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
      (await session.query(sql, [...parameters])).rows as Row[],
  }
  const direct: Queries = {
    query: (sql, parameters) => inTurn(() => inside.query(sql, parameters)),
  }
  const transaction = <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      await session.exec('BEGIN')
      try {
        const result = await work()
        await session.exec('COMMIT')
        return result
      } catch (error) {
        // A session that broke has nothing to roll back, and throws.
        await session.exec('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  return {
    ...direct,
    reader: direct,
    isMultiProcess: false,
    isReadOnly: () => false,
    transaction: work => transaction(() => work(inside)),
    script: sql => transaction(() => session.exec(sql).then(() => undefined)),
    alone: work => work(),
    async close() {
      isClosed = true
      await gate.run(() => session.close())
    },
  }
}
