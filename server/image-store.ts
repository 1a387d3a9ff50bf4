import { createHmac } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from './database/write-ahead-log.ts'

const temporary = '.part'

/** Photographs as files. Names are keyed hashes: nothing a student sends ever becomes part of a path. */
export class ImageStore {
  private constructor(
    private readonly folder: string,
    private readonly secret: Buffer,
  ) {}

  static async open(dataDir: string, secret: Buffer): Promise<ImageStore> {
    const folder = join(dataDir, 'images')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await syncPath(dataDir)
    const left = (await readdir(folder)).filter(name => name.endsWith(temporary))
    await Promise.all(left.map(name => rm(join(folder, name), { force: true })))
    return new ImageStore(folder, secret)
  }

  /** The same document with the same bytes has the same name, so a repeat after a crash leaves no second file. */
  nameFor(matricule: string, type: string, digest: string): string {
    return createHmac('sha256', this.secret).update(`image|${matricule}|${type}|${digest}`).digest('hex')
  }

  /** Returns once the bytes and the name are on the disk. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.folder, name)
    const part = `${path}${temporary}`
    const handle = await open(part, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } catch (error) {
      await rm(part, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    await rename(part, path)
    await syncPath(this.folder)
  }

  read(name: string): Promise<Buffer> {
    return readFile(join(this.folder, name))
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true })
  }
}
