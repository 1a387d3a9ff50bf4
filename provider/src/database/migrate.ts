import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './port.ts'

const ours = new URL('./migrations/', import.meta.url)

/** The database was not made by these migrations. */
export class ForeignTables extends Error {}

/**
 * Applies the numbered files of the folder that this database has not seen, each in one
 * transaction, once.
 * @throws ForeignTables for a database that began with others
 */
export async function migrate(
  database: Pick<Database, 'query' | 'script'>,
  folder = ours,
): Promise<void> {
  await database.script(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const files = (await readdir(folder)).filter(name => /^\d{3}_\w+\.sql$/.test(name)).sort()
  const applied = new Set(
    (await database.query<{ name: string }>('SELECT name FROM migrations')).map(row => row.name),
  )
  if (applied.size > 0 && !applied.has(files[0] ?? ''))
    throw new ForeignTables(
      'The database holds tables of a version that was never released. Empty it (by default: delete the folder data), or name another one by DATA_DIR or DATABASE_URL.',
    )
  for (const name of files) {
    if (applied.has(name)) continue
    const sql = await readFile(new URL(name, folder), 'utf8')
    await database.script(`${sql};\nINSERT INTO migrations (name) VALUES ('${name}')`)
  }
}
