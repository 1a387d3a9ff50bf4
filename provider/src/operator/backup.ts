import { constants, existsSync } from 'node:fs'
import { cp, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { LockedError, lockDataDir } from '../database/lock.ts'
import type { Database } from '../database/port.ts'
import { syncPath, syncTree } from '../database/sync.ts'
import { recordAudit } from '../monitoring/audit.ts'
import type { Provider } from '../provider.ts'
import type { Config } from './config.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

/** Backups of PGlite's own files: PostgreSQL has its own tools, which provider/docs/deploy.md names. */

const files = 'pg'
const otherTools = fail('DATABASE_URL is set: use pg_dump and pg_restore, as provider/docs/deploy.md says.')

const anotherIsMade = fail('Another backup is being made. Wait until it has ended, and try again.')
const copied = new WeakSet<Database>()

/** Runs in the process that holds the database: it copies into DATA_DIR, since a service may write nowhere else. */
export async function copyBeside(
  { database, now }: Pick<Provider, 'database' | 'now'>,
  to: string,
  { name }: Pick<Operator, 'name'>,
): Promise<Report> {
  if (!database.copyTo) return otherTools
  // The command that asked may have been killed, and another one started, while this copy still runs.
  if (copied.has(database)) return anotherIsMade
  copied.add(database)
  try {
    await recordAudit(database, { at: now(), who: name, action: 'backup' })
    await rm(to, { recursive: true, force: true })
    await database.copyTo(to)
    return say()
  } finally {
    copied.delete(database)
  }
}

/** Where the copy lies until the command has moved it; the command locks this folder. */
const workFolder = (dataDir: string) => resolve(dataDir, 'backup-under-way')

/** Deletes the complete copy that a killed backup leaves behind, unless a backup is running. */
export async function clearLeftBackup(dataDir: string): Promise<void> {
  if (!existsSync(workFolder(dataDir))) return
  const release = await lockDataDir(workFolder(dataDir)).catch(unlessLocked)
  if (!release) return
  await rm(join(workFolder(dataDir), files), { recursive: true, force: true })
  await release()
}

function unlessLocked(error: unknown): undefined {
  if (!(error instanceof LockedError)) throw error
}

/**
 * Keeps the earlier backup until the new one is complete.
 * @param copy creates the copy
 */
export async function backUp(config: Config, folder: string, copy: (to: string) => Promise<Report>): Promise<Report> {
  if (config.databaseUrl) return otherTools
  const release = await lockDataDir(workFolder(config.dataDir)).catch(unlessLocked)
  if (!release) return anotherIsMade
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const [source, target] = [await realpath(config.dataDir), await realpath(folder)]
    if (isWithin(target, source) || isWithin(source, join(target, files)))
      return fail(
        `${folder} and DATA_DIR lie in each other. Name a folder outside of DATA_DIR, on another disk if you can.`,
      )
    const beside = join(workFolder(config.dataDir), files)
    const report = await copy(beside)
    return report.done ? await carryAway(beside, folder) : report
  } finally {
    await release()
  }
}

const isWithin = (path: string, folder: string) => `${path}${sep}`.startsWith(`${folder}${sep}`)

async function carryAway(beside: string, folder: string): Promise<Report> {
  const at = (name: string) => join(folder, name)
  const [whole, coming, before] = [at(files), at(`${files}.coming`), at(`${files}.before`)]
  try {
    await rm(coming, { recursive: true, force: true })
    await cp(beside, coming, { recursive: true })
    await syncTree(coming)
    // Deleting a large backup takes time and may be interrupted: the new one is in place before the old one goes.
    await rm(before, { recursive: true, force: true })
    if (existsSync(whole)) await rename(whole, before)
    await rename(coming, whole)
    await syncPath(folder)
    await rm(before, { recursive: true, force: true })
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
  return say(`${whole} has all that was acknowledged before the backup began.`)
}

/** Restores into a folder that no server uses. Existing files are moved aside, not deleted. */
export async function restore({ databaseUrl, dataDir }: Config, folder: string, now: Date): Promise<Report> {
  if (databaseUrl) return otherTools
  const from = join(folder, files)
  if (!existsSync(join(from, 'PG_VERSION'))) return fail(`${from} is no backup. Name the folder that backup wrote.`)
  const release = await lockDataDir(dataDir)
  try {
    const [place, coming] = [join(dataDir, files), join(dataDir, `${files}.coming`)]
    await rm(coming, { recursive: true, force: true })
    await cp(from, coming, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await syncTree(coming)
    const aside = `${place}.${now.toISOString().replaceAll(':', '-')}`
    const isTaken = existsSync(place)
    if (isTaken) await rename(place, aside)
    await rename(coming, place)
    await syncPath(dataDir)
    return say(
      `${place} is what the backup holds. Start the server.`,
      ...(isTaken ? [`What lay there is in ${aside}: delete it once you have looked.`] : []),
    )
  } finally {
    await release()
  }
}
