import { database as limits } from '../limits/limits.ts'
import { type Ask, Engine } from './pglite-engine.ts'
import type { Database, Parameter, Queries } from './port.ts'
import { syncPath } from './sync.ts'

/** PostgreSQL inside this process, its files under `folder`. */
export async function openPglite(
  folder: string,
  { sync = syncPath, segments = limits.segmentsBetweenCheckpoints } = {},
): Promise<Database> {
  const engine = new Engine(folder, sync, segments)
  await engine.read(async () => undefined)
  const direct: Queries = {
    async query<Row>(sql: string, parameters?: readonly Parameter[]) {
      const work = (ask: Ask) => queriesOf(ask).query<Row>(sql, parameters)
      return isReading(sql) ? engine.read(work) : engine.write(work)
    },
  }
  return {
    ...direct,
    reader: direct,
    isShared: false,
    isReadOnly: () => false,
    transaction: work => engine.write(ask => inTransaction(ask, () => work(queriesOf(ask)))),
    script: sql => engine.write(ask => inTransaction(ask, () => ask(pglite => pglite.exec(sql)).then(() => undefined))),
    // Only this process uses the files.
    alone: work => work(),
    copyTo: target => engine.copyTo(target),
    close: () => engine.close(),
  }
}

/** Everything else counts as a write: it waits for the disk, and is refused when the disk is full. */
const isReading = (sql: string) =>
  /^\s*SELECT\b/i.test(sql) || (/^\s*WITH\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(sql))

const queriesOf = (ask: Ask): Queries => ({
  query: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
    (await ask(pglite => pglite.query<Row>(sql, [...parameters]))).rows,
})

async function inTransaction<Result>(ask: Ask, work: () => Promise<Result>): Promise<Result> {
  await ask(pglite => pglite.exec('BEGIN'))
  try {
    const result = await work()
    await ask(pglite => pglite.exec('COMMIT'))
    return result
  } catch (error) {
    // An engine that broke has nothing to roll back, and throws.
    await ask(pglite => pglite.exec('ROLLBACK')).catch(() => undefined)
    throw error
  }
}
