import { constants, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../operator/config.ts'

const others = 0o077
const othersMayWrite = 0o022

/**
 * Creates the data folder, or makes it and its contents private to this account. A folder to which other accounts could
 * write cannot be trusted again, and is refused.
 */
export async function ownDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  refuseForeign(dataDir, await stat(dataDir))
  await closeToOthers(await realpath(dataDir))
}

function refuseForeign(dataDir: string, { uid, mode }: Stats): void {
  const own = process.getuid?.()
  // Windows has neither user ids nor modes.
  if (own === undefined) return
  if (uid !== own)
    throw new ConfigError(
      `The data folder ${dataDir} belongs to another account (number ${uid}). Work as that account, or set DATA_DIR to a folder of your own.`,
    )
  if (mode & othersMayWrite)
    throw new ConfigError(
      `Others may write to the data folder ${dataDir}. Make it this account's alone: chmod 700 ${dataDir}, or set DATA_DIR to a new folder in it.`,
    )
}

/**
 * A file that a running server deletes meanwhile is skipped; links are not followed. Files of other accounts, such as a
 * volume's `lost+found`, are passed over: no other account reaches them through a private folder.
 */
export async function closeToOthers(folder: string): Promise<void> {
  const info = await lstat(folder).catch(unlessGone)
  if (!info || info.isSymbolicLink()) return
  if (info.mode & others) await chmod(folder, info.mode & 0o700).catch(unlessGone)
  if (!info.isDirectory()) return
  for (const name of (await readdir(folder).catch(unlessGone)) ?? []) await closeInside(join(folder, name))
}

async function closeInside(path: string): Promise<void> {
  const info = await lstat(path).catch(unlessGone)
  const own = process.getuid?.()
  if (!info || (own !== undefined && info.uid !== own)) return
  await closeToOthers(path).catch(unlessForbidden)
}

function unlessForbidden(error: NodeJS.ErrnoException): void {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export interface OpenFolder {
  info: Stats
  /** The path of a socket in the folder. */
  at(name: string): string
  close(): Promise<void>
}

// The shortest limit of any supported system, with the terminating zero.
const longestSocketPath = 103

/** Keeps the folder open: a socket's path is limited to about a hundred bytes, and /proc/self/fd/… is short. */
export async function openFolder(path: string): Promise<OpenFolder> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  return {
    info: await handle.stat(),
    at: name => socketPath(process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path, name),
    close: () => handle.close(),
  }
}

/** Never a shorter path elsewhere: in a folder open to all, another account could create the socket first. */
export function socketPath(folder: string, name: string): string {
  const path = join(folder, name)
  if (Buffer.byteLength(path) > longestSocketPath)
    throw new ConfigError(
      `The path of the data folder ${folder} is too long for this system. Set DATA_DIR to a folder with a shorter path.`,
    )
  return path
}

/**
 * The socket folder of the server that runs on this data folder: undefined without one, refused if it may be another
 * account's.
 */
export async function openSocketFolder(dataDir: string, name: string): Promise<OpenFolder | undefined> {
  const folder = await openFolder(dataDir).catch(unlessGone)
  if (!folder) return undefined
  try {
    refuseForeign(dataDir, folder.info)
    const socket = await lstat(folder.at(name)).catch(unlessGone)
    const own = process.getuid?.()
    if (socket && own !== undefined && socket.uid !== own && socket.uid !== 0)
      throw new ConfigError(
        `${join(dataDir, name)} belongs to another account (number ${socket.uid}), and is not asked. Find out whose it is, and delete it.`,
      )
    if (socket) return folder
    await folder.close()
    return undefined
  } catch (error) {
    await folder.close()
    throw error
  }
}
