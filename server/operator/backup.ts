import { constants, existsSync } from 'node:fs'
import { cp, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { recordAudit } from '../audit.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/port.ts'
import { syncPath, syncTree } from '../database/sync.ts'
import { LockedError, lockDataDir } from '../lock.ts'
import type { Provider } from '../provider.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

/** Backups of PGlite's own files: a PostgreSQL server has its own tools, which docs/deploy.md names. */

const files = 'pg'
const otherTools = fail('DATABASE_URL is set: use pg_dump and pg_restore, as docs/deploy.md says.')

const anotherIsMade = fail('Another backup is being made. Wait until it has ended, and try again.')
const copied = new WeakSet<Database>()

/** The part of whoever holds the database: a copy beside it, since a service may write nowhere else. */
export async function copyBeside(
  { database, now }: Pick<Provider, 'database' | 'now'>,
  to: string,
  { name }: Pick<Operator, 'name'>,
): Promise<Report> {
  if (!database.copyTo) return otherTools
  // Who asked for it may have been killed, and another one hold the place since.
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

/** Where the copy lies until it has been carried away; locked by whoever does that. */
const workFolder = (dataDir: string) => resolve(dataDir, 'backup-under-way')

/** A backup that was killed leaves a copy of everything behind. One that is under way goes on. */
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

/** @param copy has the copy made; what was in the folder before stays until the new one is whole. */
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
    // Throwing a large one away takes its time, and somebody may be killed in it: the new one takes its place first.
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

/** Into a folder that no server uses. What lies there is put aside and not thrown away. */
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
