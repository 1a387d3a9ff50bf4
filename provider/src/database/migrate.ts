import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './port.ts'

const ours = new URL('./migrations/', import.meta.url)

/** Applies the numbered files of the folder that this database has not seen, each in one transaction, once. */
export async function migrate(database: Pick<Database, 'query' | 'script'>, folder = ours): Promise<void> {
  await database.script(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const files = (await readdir(folder)).filter(name => /^\d{3}_\w+\.sql$/.test(name)).sort()
  const applied = new Set((await database.query<{ name: string }>('SELECT name FROM migrations')).map(row => row.name))
  for (const name of files) {
    if (applied.has(name)) continue
    const sql = await readFile(new URL(name, folder), 'utf8')
    await database.script(`${sql};\nINSERT INTO migrations (name) VALUES ('${name}')`)
  }
}
