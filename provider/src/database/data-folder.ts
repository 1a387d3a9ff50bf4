import { chmod, mkdir, stat } from 'node:fs/promises'

/** The folder can't be used as it is; the sentence says what the operator can do. */
export class DataFolderError extends Error {}

const othersMayWrite = 0o022

/**
 * Makes the data folder, or makes it private to this account: then no other account reaches what
 * lies in it.
 * @throws DataFolderError for a folder of another account, or one into which others may have
 * written
 */
export async function ownDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { uid, mode } = await stat(dataDir)
  const own = process.getuid?.()
  // Windows has neither user ids nor modes.
  if (own === undefined) return
  if (uid !== own)
    throw new DataFolderError(
      `The data folder ${dataDir} belongs to another account (number ${uid}). Work as that account, or set DATA_DIR to a folder of your own.`,
    )
  if (mode & othersMayWrite)
    throw new DataFolderError(
      `Others may write to the data folder ${dataDir}. Make it this account's alone: chmod 700 ${dataDir}, or set DATA_DIR to a new folder in it.`,
    )
  await chmod(dataDir, 0o700)
}
