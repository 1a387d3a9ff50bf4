import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/port.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { database as limits } from '../../src/limits/limits.ts'
import { type Cluster, startCluster } from '../setup/postgres.ts'

let cluster: Cluster
let database: Database
beforeAll(async () => {
  cluster = await startCluster()
  database = await openPostgres({ url: cluster.url, readUrl: cluster.url })
}, 180_000)
afterAll(async () => {
  await database.close()
  await cluster.stop()
}, 30_000)

/** A primary that has just taken over lets writes wait for its standby, and each of them holds a connection. */
test('who reads does not wait for a connection as long as who writes', async () => {
  let release: () => void = () => undefined
  const released = new Promise<void>(settle => {
    release = settle
  })
  const held = Array.from({ length: limits.connections }, () =>
    database.transaction(async ({ query }) => {
      await query('SELECT 1')
      await released
    }),
  )
  let writer = 'waits'
  const write = database.query('SELECT 1').catch(error => {
    writer = String(error)
  })
  expect(await database.reader.query('SELECT 2 AS two')).toEqual([{ two: 2 }])
  expect(writer).toBe('waits')
  release()
  await Promise.all([...held, write])
})
