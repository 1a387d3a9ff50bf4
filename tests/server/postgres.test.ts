import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeJourneys } from './setup/journeys.ts'
import { type Cluster, queryCluster, startCluster } from './setup/postgres.ts'

let cluster: Cluster | undefined
beforeAll(async () => {
  cluster = await startCluster()
}, 180_000)
afterAll(() => cluster?.stop(), 30_000)

describeJourneys('a PostgreSQL server', () => cluster?.url)

test('the students of the PostgreSQL journeys really are in that server', async () => {
  const rows = await queryCluster(cluster?.url ?? '', 'SELECT count(*)::int AS count FROM documents')
  expect(rows[0]?.count).toBeGreaterThan(40)
})
