import { afterAll, beforeAll } from 'vitest'
import { type Cluster, startCluster } from './postgres.ts'

/** What a server is started with for one of its databases, once that is there. */
export type Database = () => { databaseUrl?: string }

const names = { pglite: 'PGlite', postgres: 'a PostgreSQL server' } as const

/**
 * For `describe.each`, at the top of a file: TESTS_DATABASE asks one of them alone, as `npm test` does with `pglite` and
 * `npm run test:machine` with `postgres`.
 */
export function eachDatabase(): (readonly [name: string, Database])[] {
  const asked = process.env.TESTS_DATABASE
  const pglite = [names.pglite, () => ({})] as const
  if (asked === 'pglite') return [pglite]
  let cluster: Cluster | undefined
  beforeAll(async () => {
    cluster = await startCluster()
  }, 180_000)
  afterAll(() => cluster?.stop(), 30_000)
  const postgres = [names.postgres, () => ({ databaseUrl: cluster?.url ?? '' })] as const
  return asked === 'postgres' ? [postgres] : [pglite, postgres]
}
