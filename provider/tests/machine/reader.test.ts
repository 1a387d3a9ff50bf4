import { expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres.ts'
import { database as limits } from '../../src/database/timeouts.ts'
import { afterwards } from '../setup/campus.ts'
import { oneCluster } from '../setup/databases.ts'

const { url } = await oneCluster()
const database = await openPostgres({ url, readUrl: url })
afterwards(() => database.close())

/**
 * A primary that has just taken over lets writes wait for its standby, and each of them holds a
 * connection.
 */
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

test('a migration may take longer than a call', async () => {
  const impatient = await openPostgres({ url: `${url}?statement_timeout=200&query_timeout=300` })
  await expect(impatient.query('SELECT pg_sleep(1)')).rejects.toThrow()
  await impatient.script('SELECT pg_sleep(1)')
  await impatient.close()
})
