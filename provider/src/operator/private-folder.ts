import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { UsageError } from './arguments.ts'

/**
 * The folder for students' data that leave the database: private to this account, and it overwrites
 * no existing file.
 */
export class PrivateFolder {
  private constructor(readonly path: string) {}

  static async choose(path: string, distDir: string): Promise<PrivateFolder> {
    const within = relative(distDir, resolve(path))
    if (!within.startsWith('..') && !isAbsolute(within))
      throw new UsageError(
        `${path} lies inside DIST_DIR, whose files are public. Choose another folder.`,
      )
    const there = await readdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new UsageError(`${path} cannot be used (${error.code}). Choose another folder.`)
    })
    if (there.length > 0)
      throw new UsageError(
        `${path} holds files already, and none is written over. Choose a new or an empty folder.`,
      )
    return new PrivateFolder(path)
  }

  async write(name: string, content: Uint8Array | string): Promise<void> {
    const path = join(this.path, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
  }
}
