import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { conversions } from '../src/database/pglite.ts'
import type { Database } from '../src/database/port.ts'

/** What an earlier version has written goes on under the tables of this one. */

const folder = join(import.meta.dirname, '../src/database/migrations')

/** A database as the version before this migration left it. */
async function before(migration: string) {
  const engine = await PGlite.create(conversions)
  await engine.exec('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())')
  for (const name of readdirSync(folder).sort()) {
    if (name >= migration) break
    await engine.exec(readFileSync(join(folder, name), 'utf8'))
    await engine.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  }
  const query = async <Row>(sql: string) => (await engine.query<Row>(sql)).rows
  const script = async (sql: string) => void (await engine.exec(`BEGIN; ${sql}; COMMIT`))
  return { query, migrate: () => migrate({ query, script } as Database) }
}

test('codes that were on their way still count, those that had served do not', async () => {
  const database = await before('016')
  await database.query(
    `INSERT INTO students SELECT 'ESSAI26' || i, 'DIARRA', 'Awa', 2026, i::text, 'TSE', 'BKORD'
     FROM generate_series(1, 3) AS i`,
  )
  await database.query(
    `INSERT INTO enrolments (matricule, phone, answers, digest, code_hash, code_sent_at, confirmed_at, confirmed_code_hash)
     VALUES ('ESSAI261', '76000001', '{}', '', 'first', now(), NULL, NULL),
       ('ESSAI262', '76000002', '{}', '', 'served', now(), now(), 'served'),
       ('ESSAI263', '76000003', '{}', '', 'newer', now(), now(), 'served')`,
  )
  await database.query("INSERT INTO codes VALUES ('ESSAI262', 'correction', 'replaces', now(), NULL)")
  await database.migrate()
  expect(await database.query('SELECT matricule, purpose, hash, phone FROM codes ORDER BY matricule')).toEqual([
    { matricule: 'ESSAI261', purpose: 'enrolment', hash: 'first', phone: '76000001' },
    { matricule: 'ESSAI262', purpose: 'correction', hash: 'replaces', phone: '76000002' },
    { matricule: 'ESSAI263', purpose: 'enrolment', hash: 'newer', phone: '76000003' },
  ])
})
