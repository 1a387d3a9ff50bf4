import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import type { Parameter, Queries } from '../src/database/port.ts'
import { gaveCodeSince, grantAgain, grantCorrections, mayCorrect } from '../src/enrolments/corrections.ts'

/** What PostgreSQL plans for a call where the tables have a hundred thousand rows. */

const engine = await PGlite.create()
afterAll(() => engine.close())
const query = async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
  (await engine.query<Row>(sql, [...parameters])).rows
await migrate(
  { query, script: async sql => void (await engine.exec(`BEGIN; ${sql}; COMMIT`)) },
  pathToFileURL(`${join(import.meta.dirname, '../src/database/migrations')}/`),
)
const now = new Date()
await engine.exec(`
  INSERT INTO students SELECT 'M' || n, 'DIARRA', 'Awa', 2026, n, 'TSE', 'BKORD' FROM generate_series(1, 20000) AS n;
  INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at)
    SELECT matricule, '76000001', '{}', '', now() FROM students;
  INSERT INTO correction_rights
    SELECT 'T' || n, 'M' || n % 20000 + 1, now() + interval '5 hours', CASE n % 2 WHEN 0 THEN now() END
    FROM generate_series(1, 100000) AS n;
  ANALYZE;
`)

/** The statements of a call that read a whole table, each with its plan. */
async function walksOf(call: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const walks: string[] = []
  await call({
    async query<Row>(sql: string, parameters: readonly Parameter[] = []) {
      const plan = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, parameters)
      const lines = plan.map(row => row['QUERY PLAN']).join('\n')
      if (lines.includes('Seq Scan')) walks.push(`${sql}\n${lines}`)
      return query<Row>(sql, parameters)
    },
  })
  return walks
}

test('an upload and a code read only the rights of their student and browser, however many others have', async () => {
  const grant = { token: 'new', replaced: ['T7'], matricule: 'M8' }
  const provider = { now: () => now, asksCodeForCorrections: true }
  const calls: readonly ((queries: Queries) => Promise<unknown>)[] = [
    database => mayCorrect({ ...provider, database }, 'M8', { tokens: ['T7'] }),
    queries => gaveCodeSince(queries, 'M8', { tokens: ['T7'] }, now, now),
    queries => grantCorrections(queries, { ...grant, lasts: 60_000 }, now),
    queries => grantAgain(queries, grant, now),
  ]
  for (const call of calls) expect(await walksOf(call)).toEqual([])
})
