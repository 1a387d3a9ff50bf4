import { constants } from 'node:fs'
import { access, cp, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { recordAudit } from '../audit.ts'
import type { Config } from '../config.ts'
import { syncPath, syncTree } from '../database/sync.ts'
import { lockDataDir } from '../lock.ts'
import type { Provider } from '../provider.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

/** Backups of PGlite's own files: a PostgreSQL server has its own tools, which docs/deploy.md names. */

const files = 'pg'
const otherTools = fail('DATABASE_URL is set: use pg_dump and pg_restore, as docs/deploy.md says.')
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** The part of whoever holds the database: a copy beside it, since a service may write nowhere else. */
export async function copyBeside({ database, now }: Provider, to: string, { name }: Operator): Promise<Report> {
  if (!database.copyTo) return otherTools
  await recordAudit(database, { at: now(), who: name, action: 'backup' })
  await rm(to, { recursive: true, force: true })
  await database.copyTo(to)
  return say()
}

/** @param copy has the copy made; what was in the folder before stays until the new one is whole. */
export async function backUp(config: Config, folder: string, copy: (to: string) => Promise<Report>): Promise<Report> {
  if (config.databaseUrl) return otherTools
  const beside = resolve(config.dataDir, 'backup')
  const [whole, coming] = [join(folder, files), join(folder, `${files}.coming`)]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const report = await copy(beside)
    if (!report.done) return report
    await rm(coming, { recursive: true, force: true })
    await cp(beside, coming, { recursive: true })
    await syncTree(coming)
    await rm(whole, { recursive: true, force: true })
    await rename(coming, whole)
    await syncPath(folder)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
  return say(`${whole} has all that was acknowledged before the backup began.`)
}

/** Into a folder that no server uses. What lies there is put aside and not thrown away. */
export async function restore({ databaseUrl, dataDir }: Config, folder: string, now: Date): Promise<Report> {
  if (databaseUrl) return otherTools
  const from = join(folder, files)
  if (!(await exists(join(from, 'PG_VERSION')))) return fail(`${from} is no backup. Name the folder that backup wrote.`)
  const release = await lockDataDir(dataDir)
  try {
    const [place, coming] = [join(dataDir, files), join(dataDir, `${files}.coming`)]
    await rm(coming, { recursive: true, force: true })
    await cp(from, coming, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await syncTree(coming)
    const aside = `${place}.${now.toISOString().replaceAll(':', '-')}`
    const isTaken = await exists(place)
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
