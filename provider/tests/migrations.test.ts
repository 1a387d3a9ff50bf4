import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'

/** The way to change what is stored (docs/recipes/change-what-is-stored.md), played once. */

const ours = join(import.meta.dirname, '../src/database/migrations')
const folder = await mkdtemp(join(tmpdir(), 'portail-migrations-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a database of the version before goes on under the tables of the next one, which are changed once, and one with other tables is refused', async () => {
  const engine = await PGlite.create()
  const database = {
    query: async <Row>(sql: string) => (await engine.query<Row>(sql)).rows,
    script: async (sql: string) => void (await engine.exec(`BEGIN; ${sql}; COMMIT`)),
  }
  const next = () => migrate(database, pathToFileURL(`${folder}/`))
  await cp(ours, folder, { recursive: true })
  await next()
  await database.query("INSERT INTO students VALUES ('ESSAI261', 'DIARRA', 'Awa', 2026, '1', 'TSE', 'BKORD')")

  await writeFile(
    join(folder, '999_phones.sql'),
    "ALTER TABLE students ADD COLUMN phone text NOT NULL DEFAULT ''; UPDATE students SET phone = '76' || num_place",
  )
  await next()
  await next()
  expect(await database.query('SELECT matricule, phone FROM students')).toEqual([
    { matricule: 'ESSAI261', phone: '761' },
  ])
  const applied = await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')
  expect(applied.map(({ name }) => name)).toEqual(['001_tables.sql', '002_remarks.sql', '999_phones.sql'])
  await database.query("DELETE FROM migrations WHERE name LIKE '001%'")
  await expect(next()).rejects.toThrow('tables of a version that was never released')
  await engine.close()
})
