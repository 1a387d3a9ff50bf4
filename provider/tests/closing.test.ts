import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPglite } from '../src/database/pglite.ts'
import { DatabaseUnavailable } from '../src/database/unavailable.ts'
import { makeDataDir } from './setup/folders.ts'

test('who still waits for a PGlite that is closed is put off, and whoever was not is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const data = join(folder, 'data')
  await makeDataDir(data)
  const database = await openPglite(data)
  await database.script('CREATE TABLE kept (id integer PRIMARY KEY)')
  const writes = Array.from({ length: 40 }, (_, id) =>
    database.transaction(async queries => {
      await queries.query('INSERT INTO kept (id) VALUES ($1)', [id])
      return id
    }),
  )
  const closed = database.close()
  const outcomes = await Promise.allSettled(writes)
  await closed
  const acknowledged = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const reasons: unknown[] = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect([acknowledged.length > 0, reasons.length > 0]).toEqual([true, true])
  for (const reason of reasons) expect(reason).toMatchObject({ name: 'DatabaseUnavailable', trouble: 'closed' })
  await expect(database.query('SELECT 1')).rejects.toThrow(DatabaseUnavailable)
  const again = await openPglite(data)
  const rows = await again.query<{ id: number }>('SELECT id FROM kept')
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  await again.close()
  await rm(folder, { recursive: true })
})
