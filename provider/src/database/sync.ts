import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes a file or a folder survive a power cut. */
export type Sync = (path: string) => Promise<void>

export async function syncPath(path: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}

/** A file that is deleted meanwhile needs no sync. */
export async function syncTree(folder: string, sync: Sync = syncPath): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries)
    if (entry.isFile() || entry.isDirectory()) await sync(join(entry.parentPath, entry.name)).catch(unlessMissing)
  await sync(folder)
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
