import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './port.ts'

const lost = 'La photo n’a pas pu être gardée. Envoyez-la encore une fois.'

interface Named {
  matricule: string
  type: string
  file: string
}

/**
 * Versions before 2026-11-22 kept photographs and the secret as files in DATA_DIR: this moves them into the database.
 * It deletes the files last, and only in the database's own folder: beside PostgreSQL, the folder may be another
 * installation's.
 * @throws Error when the photographs lie in another folder: otherwise the server would treat them as lost
 */
export async function takeInEarlierFolder(database: Database, dataDir: string, isOwn: boolean): Promise<void> {
  const named = await database.query<Named>(
    "SELECT matricule, type, file_name AS file FROM documents WHERE image IS NULL AND file_name <> ''",
  )
  if (named.length > 0 || (await lacksItsSecret(database))) {
    const secret = await readIfThere(join(dataDir, 'secret'))
    await takeInPhotographs(database, named, join(dataDir, 'images'))
    if (secret)
      await database.query("INSERT INTO secrets (name, value) VALUES ('main', $1) ON CONFLICT DO NOTHING", [secret])
  }
  if (!isOwn) return
  await rm(join(dataDir, 'images'), { recursive: true, force: true })
  await rm(join(dataDir, 'secret'), { force: true })
}

async function lacksItsSecret(database: Database): Promise<boolean> {
  const [found] = await database.query<{ lacks: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM enrolments) AND NOT EXISTS (SELECT 1 FROM secrets) AS lacks',
  )
  return found?.lacks ?? false
}

async function takeInPhotographs(database: Database, named: readonly Named[], folder: string): Promise<void> {
  let found = 0
  const missing: Named[] = []
  for (const one of named) {
    const image = await readIfThere(join(folder, one.file))
    if (!image) {
      missing.push(one)
      continue
    }
    found += 1
    await database.query('UPDATE documents SET image = $3, file_name = NULL WHERE matricule = $1 AND type = $2', [
      one.matricule,
      one.type,
      image,
    ])
  }
  if (named.length > 0 && found === 0)
    throw new Error(
      `${named.length} photographs of an earlier version are not in ${folder}. Start with DATA_DIR as it was so far.`,
    )
  // Rows without a file: better ask the student again than pretend to have the photograph. Validated ones stay
  // validated.
  for (const { matricule, type } of missing)
    await database.query(
      `UPDATE documents SET file_name = '', state = CASE state WHEN 'validated' THEN state ELSE 'rejected' END,
       message = CASE state WHEN 'validated' THEN message ELSE $3 END WHERE matricule = $1 AND type = $2`,
      [matricule, type, lost],
    )
}

/** A folder that this account may not read belongs to another installation. */
async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'EACCES') return undefined
    throw error
  }
}
