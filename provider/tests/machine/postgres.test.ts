import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres.ts'
import { describeJourneys } from '../setup/journeys.ts'
import { type Cluster, queryCluster, startCluster } from '../setup/postgres.ts'

let cluster: Cluster | undefined
beforeAll(async () => {
  cluster = await startCluster()
}, 180_000)
afterAll(() => cluster?.stop(), 30_000)

describeJourneys('a PostgreSQL server', () => cluster?.url)

test('a migration may take longer than a call', async () => {
  const database = await openPostgres({ url: `${cluster?.url}?statement_timeout=200&query_timeout=300` })
  await expect(database.query('SELECT pg_sleep(1)')).rejects.toThrow()
  await database.script('SELECT pg_sleep(1)')
  await database.close()
})

test('the students of the PostgreSQL journeys really are in that server', async () => {
  const rows = await queryCluster(cluster?.url ?? '', 'SELECT count(*)::int AS count FROM documents')
  expect(rows[0]?.count).toBeGreaterThan(40)
})
