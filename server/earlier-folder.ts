import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database/port.ts'

const lost = 'La photo n’a pas pu être gardée. Envoyez-la encore une fois.'

/**
 * Versions before 2026-11-22 kept photographs and the secret as files in DATA_DIR: they are taken into the database.
 * The files go last, and only where the folder is the database's own: beside a PostgreSQL server it may be another's.
 */
export async function takeInEarlierFolder(database: Database, dataDir: string, isOwn: boolean): Promise<void> {
  const secretFile = join(dataDir, 'secret')
  const images = join(dataDir, 'images')
  const secret = await readIfThere(secretFile)
  if (!secret) return
  if (await isFromBefore(database)) {
    await database.query("INSERT INTO secrets (name, value) VALUES ('main', $1) ON CONFLICT DO NOTHING", [secret])
    await takeInPhotographs(database, images)
  }
  if (!isOwn) return
  await rm(images, { recursive: true, force: true })
  await rm(secretFile)
}

async function isFromBefore(database: Database): Promise<boolean> {
  const [found] = await database.query<{ before: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM enrolments) AND NOT EXISTS (SELECT 1 FROM secrets)
     OR EXISTS (SELECT 1 FROM documents WHERE image IS NULL) AS before`,
  )
  return found?.before ?? false
}

async function takeInPhotographs(database: Database, folder: string): Promise<void> {
  const named = await database.query<{ matricule: string; type: string; file: string }>(
    'SELECT matricule, type, file_name AS file FROM documents WHERE image IS NULL',
  )
  for (const { matricule, type, file } of named) {
    const image = await readIfThere(join(folder, file))
    // A row that had outlived its file: better asked for again than believed to be there.
    const change = image ? 'image = $3, file_name = NULL' : "state = 'rejected', message = $3"
    await database.query(`UPDATE documents SET ${change} WHERE matricule = $1 AND type = $2 AND image IS NULL`, [
      matricule,
      type,
      image ?? lost,
    ])
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
