import { existsSync } from 'node:fs'
import { copyFile, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sync, syncTree, unlessMissing } from './sync.ts'

/**
 * PGlite writes its log at each commit, but its file layer drops every fsync. Syncing the log here, before the answer
 * is sent, makes a commit survive a power cut.
 */
export class WriteAheadLog {
  private readonly folder: string
  private readonly control: string
  private readonly earlierControl: string
  /** The segment to which commits are written; all earlier ones are on the disk. */
  private current = ''
  private checkpointed: string | undefined
  private running: Promise<void> = Promise.resolve()
  private next: Promise<void> | undefined

  constructor(
    private readonly dataFolder: string,
    private readonly syncPath: Sync,
    private readonly segmentsBetweenCheckpoints: number,
  ) {
    this.folder = join(dataFolder, 'pg_wal')
    this.control = join(dataFolder, 'global', 'pg_control')
    this.earlierControl = join(dataFolder, 'pg_control.before')
  }

  /**
   * A sync that is already running may have missed this commit; all commits that arrive meanwhile share the next one.
   */
  sync(): Promise<void> {
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined
        this.running = this.syncWritten()
        return this.running
      })
    return this.next
  }

  /** Lists the segments before it syncs them: once a segment is in use, all earlier ones are completely written. */
  private async syncWritten(): Promise<void> {
    const written: string[] = []
    for (const name of await this.segments())
      if (name === this.current || (name > this.current && (await isStarted(join(this.folder, name), name))))
        written.push(name)
    for (const name of written) await this.syncPath(join(this.folder, name))
    const newest = written.at(-1) ?? this.current
    if (newest !== this.current) await this.syncPath(this.folder)
    this.current = newest
    this.checkpointed ??= newest
  }

  get needsCheckpoint(): boolean {
    if (this.current === '' || this.checkpointed === undefined) return false
    const written = positionOf(this.current) - positionOf(this.checkpointed)
    return written >= segmentBytes * BigInt(this.segmentsBetweenCheckpoints)
  }

  /**
   * A checkpoint's control file says that the data files are complete, but the power may fail before they are synced.
   * So the earlier control file and the log are kept until then: after a power cut, recovery begins from them.
   */
  async whileUnsynced<Result>(checkpoint: () => Promise<Result>): Promise<Result> {
    const written = this.current
    // One that is already there belongs to a checkpoint whose files were never all synced: recovery must begin from it.
    if (!existsSync(this.earlierControl)) await this.keepControl()
    const result = await checkpoint()
    await syncTree(this.dataFolder, this.syncPath)
    await rm(this.earlierControl)
    await this.syncPath(this.dataFolder)
    this.checkpointed = written || undefined
    return result
  }

  private async keepControl(): Promise<void> {
    const making = `${this.earlierControl}.part`
    await copyFile(this.control, making)
    await this.syncPath(making)
    await rename(making, this.earlierControl)
    await this.syncPath(this.dataFolder)
  }

  /**
   * Opening after a crash ends with a checkpoint. After a clean shutdown there is none, and recovery needs no earlier
   * one.
   */
  async whileOpening<Result>(opening: () => Promise<Result>): Promise<Result> {
    await rename(this.earlierControl, this.control).catch(unlessMissing)
    this.current = ''
    this.checkpointed = undefined
    if (await isCrashed(this.control)) {
      // Recovery applies the log to the data files, which must not be ahead of the log on the disk.
      await syncTree(this.folder, this.syncPath)
      // Each checkpoint writes this file anew without an fsync; a truncated one would stop the start. Here it has no
      // content.
      await rm(join(this.dataFolder, 'pg_logical', 'replorigin_checkpoint'), { force: true })
      return this.whileUnsynced(opening)
    }
    const result = await opening()
    await syncTree(this.dataFolder, this.syncPath)
    return result
  }

  isEarlierControl(path: string): boolean {
    return path.startsWith(this.earlierControl)
  }

  /** @param first the first segment that recovery would read */
  async forgetBefore(first: string): Promise<void> {
    for (const name of await this.segments()) if (name < first) await rm(join(this.folder, name), { force: true })
  }

  private async segments(): Promise<string[]> {
    return (await readdir(this.folder)).filter(name => /^[0-9A-F]{24}$/.test(name)).sort()
  }
}

const segmentBytes = 1n << 24n

/** A segment's name is its timeline and the upper and lower half of its position, in eight hexadecimal digits each. */
const positionOf = (name: string) =>
  (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16)}`) * segmentBytes

/** A segment that PostgreSQL created in advance does not begin with its own position yet. */
async function isStarted(path: string, name: string): Promise<boolean> {
  return (await readStart(path)).readBigUInt64LE(8) === positionOf(name)
}

const shutDown = 1

async function isCrashed(control: string): Promise<boolean> {
  try {
    return (await readStart(control)).readUInt32LE(16) !== shutDown
  } catch (error) {
    unlessMissing(error)
    return false
  }
}

async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    return (await handle.read(Buffer.alloc(24), 0, 24, 0)).buffer
  } finally {
    await handle.close()
  }
}
