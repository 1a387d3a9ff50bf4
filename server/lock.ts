import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export class LockedError extends Error {}

/** One process at a time may hold a data folder: PGlite's files do not survive two. Returns the release. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  const own = markOf(process.pid)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      const handle = await open(path, 'wx', 0o600)
      await handle.writeFile(own)
      await handle.close()
      return () => rm(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = await readFile(path, 'utf8').catch(() => '')
    // A lock without its mark is being written at this very moment.
    if (holder === '') await pause(50)
    else if (isAlive(holder)) {
      throw new LockedError(
        `The data folder ${dataDir} is in use by process ${holder.split(' ')[0]}. Stop that process, or set DATA_DIR to another folder.`,
      )
    }
    await removeStale(path, holder)
  }
  throw new LockedError(
    `The data folder ${dataDir} could not be locked. Delete ${path} if no other process uses the folder.`,
  )
}

/** Renamed before it is judged: two starters cannot each throw away the other's fresh lock. */
async function removeStale(path: string, expected: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) === expected) await rm(aside)
    else await rename(aside, path)
  } catch {
    // Another starter was quicker; the next round sees its lock.
  }
}

/** A process number is given again after a restart; the time of its start is not. */
function markOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return `${pid} ${fields[19] ?? ''}`
  } catch {
    return `${pid} `
  }
}

function isAlive(mark: string): boolean {
  const pid = Number(mark.split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return markOf(pid) === mark
}
