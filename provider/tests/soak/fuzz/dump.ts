import { openPglite } from '../../../src/database/pglite.ts'
import { photosIn, type StoredPhoto } from '../../setup/stored.ts'

export type Row = Record<string, unknown>

export interface Dump {
  tables: Record<string, Row[]>
  images: StoredPhoto[]
}

/** Everything that a stopped server has written. */
export async function dumpOf(dataDir: string): Promise<Dump> {
  const database = await openPglite(dataDir)
  const names = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  )
  const tables: Record<string, Row[]> = {}
  for (const { name } of names) {
    const rows = await database.query<{ row: Row }>(`SELECT to_jsonb(t) - 'image' AS row FROM ${name} t`)
    tables[name] = rows.map(({ row }) => row)
  }
  const images = await photosIn(database)
  await database.close()
  return { tables, images }
}

/** Rows of the second that the first has not, whole rows compared. */
export function newRows(before: Dump, after: Dump, table: string): Row[] {
  const known = new Set(before.tables[table]?.map(row => JSON.stringify(row)))
  return (after.tables[table] ?? []).filter(row => !known.has(JSON.stringify(row)))
}
