import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * PGlite writes its log at each commit but its file layer drops every fsync. Syncing the log here, before an answer
 * leaves, makes a commit survive a power cut; a checkpoint (only at start and close) needs all files synced.
 */
export class WriteAheadLog {
  private readonly folder: string

  constructor(private readonly dataFolder: string) {
    this.folder = join(dataFolder, 'pg_wal')
  }

  async sync(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name)
      if ((await stat(path)).isFile()) await syncPath(path)
    }
  }

  async syncEverything(): Promise<void> {
    const entries = await readdir(this.dataFolder, { recursive: true, withFileTypes: true })
    for (const entry of entries)
      if (entry.isFile() || entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name))
    await syncPath(this.dataFolder)
  }
}

export async function syncPath(path: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}
