import { openPglite } from '../../src/database/pglite.ts'
import type { Queries } from '../../src/database/port.ts'
import { ask } from './operator.ts'

export interface StoredPhoto {
  matricule: string
  type: string
  bytes: Buffer
}

/** The photographs of a database, as they lie there. */
export async function photosIn(queries: Queries): Promise<StoredPhoto[]> {
  const rows = await queries.query<{ matricule: string; type: string; image: Uint8Array }>(
    'SELECT matricule, type, image FROM documents ORDER BY matricule, type',
  )
  return rows.map(({ matricule, type, image }) => ({ matricule, type, bytes: Buffer.from(image) }))
}

/** Those that a stopped server has left in its folder. */
export async function photosOf(dataDir: string): Promise<StoredPhoto[]> {
  const database = await openPglite(dataDir)
  try {
    return await photosIn(database)
  } finally {
    await database.close()
  }
}

/** The documents that a running server lists: a line each, with its state and size. */
export async function documentLines(dataDir: string): Promise<string[]> {
  const report = await ask(dataDir, { name: 'files' })
  return (report?.lines ?? []).filter(line => / \d+ KB/.test(line))
}
