import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite, types } from '@electric-sql/pglite'
import type { Database, Parameter, Queries } from './port.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

// A photograph goes in as it is and comes out by Buffer: PGlite's own way through text takes twenty times as long.
const bytea = {
  serializers: { [types.BYTEA]: <Bytes>(bytes: Bytes) => bytes },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
}

/** PostgreSQL inside this process, its files under `folder`. */
export async function openPglite(folder: string): Promise<Database> {
  const engine = await PGlite.create(folder, bytea)
  const log = new WriteAheadLog(folder)
  await log.syncEverything()

  const queries = (runner: Pick<PGlite, 'query'>): Queries => ({
    async query<Row>(sql: string, parameters: readonly Parameter[] = []) {
      return (await runner.query<Row>(sql, [...parameters])).rows
    },
  })

  const isReading = (sql: string) => /^\s*SELECT\b/i.test(sql)

  return {
    async query<Row>(sql: string, parameters?: readonly Parameter[]) {
      const rows = await queries(engine).query<Row>(sql, parameters)
      if (!isReading(sql)) await log.sync()
      return rows
    },
    async transaction(work) {
      const result = await engine.transaction(transaction => work(queries(transaction)))
      await log.sync()
      return result
    },
    async script(sql) {
      await engine.transaction(transaction => transaction.exec(sql))
      await log.sync()
    },
    // Between two statements, as a power cut would leave them: what was acknowledged is in the log, which is copied too.
    copyTo: target =>
      engine.runExclusive(() => cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE })),
    async close() {
      await engine.close()
      await log.syncEverything()
    },
  }
}
