import { afterwards, oneFolder } from './campus.ts'
import { endCleanly, serveChild } from './child.ts'
import { queryCluster, startCluster } from './postgres.ts'
import { Visitor } from './visitor.ts'

const names = { pglite: 'PGlite', postgres: 'a PostgreSQL server' } as const

/**
 * For `describe.each`, at the top of a file, with what a server is started with: TESTS_DATABASE
 * asks one of them alone, as `npm test` does with `pglite` and `npm run test:machine` with
 * `postgres`.
 */
export async function eachDatabase(): Promise<(readonly [name: string, { databaseUrl?: string }])[]> {
  const asked = process.env.TESTS_DATABASE
  const pglite = [names.pglite, {}] as const
  if (asked === 'pglite') return [pglite]
  const postgres = [names.postgres, { databaseUrl: (await oneCluster()).url }] as const
  return asked === 'postgres' ? [postgres] : [pglite, postgres]
}

export async function oneCluster(...options: Parameters<typeof startCluster>) {
  const cluster = await startCluster(...options)
  afterwards(() => cluster.stop())
  return cluster
}

/** So many processes on one PostgreSQL, begun at the same moment. */
export async function oneCountry(processes: number, more: Record<string, string> = {}) {
  const cluster = await oneCluster()
  const folders = await oneFolder()
  const env = { ...folders.env, DATABASE_URL: cluster.url, ...more }
  const children = await Promise.all(Array.from({ length: processes }, () => serveChild(env)))
  afterwards(() => Promise.all(children.map(endCleanly)))
  const visitors = children.map(child => new Visitor(child))
  return { cluster, folders, env, children, visitors, query: (sql: string) => queryCluster(cluster.url, sql) }
}
