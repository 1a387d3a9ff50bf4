import { constants, statfsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { database as limits } from '../limits/limits.ts'
import { closeToOthers } from './data-folder.ts'
import { Semaphore } from './semaphore.ts'
import { isMissing, type Sync } from './sync.ts'
import { DatabaseUnavailable, troubleOfState, troubleOfSystem } from './unavailable.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export const conversions = {
  // Photographs are passed as raw bytes, and decoded by Buffer: PGlite's own conversion through text is twenty times
  // slower.
  serializers: { [types.BYTEA]: <Bytes>(bytes: Bytes) => bytes },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
}

const options = {
  ...conversions,
  // Checkpoints neither delete nor recycle log segments: the data files they describe are not synced yet.
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_keep_size=2000000', '-c', 'wal_recycle=off'],
}

/** Sends a query to PGlite, and turns its failures into DatabaseUnavailable. */
export type Ask = <Result>(question: (engine: PGlite) => Promise<Result>) => Promise<Result>

/**
 * Serialises the use of PGlite. After a PANIC PGlite loops for ever and blocks the process: this engine never calls it
 * again, not even for callers already waiting, and opens another one on its files.
 */
export class Engine {
  private readonly gate = new Semaphore(1)
  private readonly log: WriteAheadLog
  private engine: PGlite | undefined
  private isClosed = false
  private checkpointing: Promise<void> | undefined
  private failedSyncs = 0

  constructor(
    private readonly folder: string,
    private readonly sync: Sync,
    segmentsBetweenCheckpoints: number,
  ) {
    this.log = new WriteAheadLog(folder, path => this.syncOrBreak(path), segmentsBetweenCheckpoints)
  }

  /**
   * After a failed fsync the system treats the lost pages as written, and the next fsync reports nothing. So, as
   * PostgreSQL does, the engine is opened again: recovery rewrites what the log still holds.
   */
  private async syncOrBreak(path: string): Promise<void> {
    try {
      await this.sync(path)
    } catch (error) {
      if (!isMissing(error)) {
        this.failedSyncs += 1
        this.engine = undefined
      }
      throw error
    }
  }

  read<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
    return this.gate.run(async () => {
      if (this.isClosed) throw new DatabaseUnavailable('closed')
      this.engine ??= await this.open()
      return work(question => this.ask(question))
    })
  }

  /** Once this promise is fulfilled, the write is on the disk. */
  async write<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
    let failedBefore = 0
    const result = await this.read(async ask => {
      this.demandRoom()
      failedBefore = this.failedSyncs
      return work(ask)
    })
    await this.log.sync().catch(error => {
      const { trouble, code } = troubleOfSystem(error)
      throw new DatabaseUnavailable(trouble === 'full' ? trouble : 'broken', code)
    })
    // This write's own sync succeeded, but an earlier segment may be missing because another sync failed.
    if (this.failedSyncs !== failedBefore) throw new DatabaseUnavailable('broken')
    if (this.log.needsCheckpoint) this.checkpointing ??= this.checkpoint()
    return result
  }

  /** Callers that are still waiting are refused. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.checkpointing
    await this.gate.run(async () => {
      const { engine } = this
      this.engine = undefined
      if (!engine) return
      await this.log.whileUnsynced(() => this.flush(() => engine.close()))
      await closeToOthers(this.folder)
    })
  }

  /**
   * Copies its files, as `kill -9` would leave them between two statements. Leaves out the control file kept from
   * before a checkpoint: its log may be deleted during the copy, and a copy needs no protection from a power cut.
   */
  async copyTo(target: string): Promise<void> {
    await this.checkpointing
    const filter = (source: string) => !this.log.isEarlierControl(source)
    await this.gate.run(() => cp(this.folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE, filter }))
  }

  private async open(): Promise<PGlite> {
    this.demandRoom()
    const engine = await this.log.whileOpening(() => PGlite.create(this.folder, options))
    // PGlite's C library sets file modes of its own, whatever the umask of this process.
    await closeToOthers(this.folder)
    await this.log.forgetBefore(await firstSegment(engine))
    return engine
  }

  private async ask<Result>(question: (engine: PGlite) => Promise<Result>): Promise<Result> {
    if (!this.engine) throw new DatabaseUnavailable('broken')
    try {
      return await question(this.engine)
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError) throw error
      const code = 'code' in error ? String(error.code) : ''
      const trouble = troubleOfState(code)
      const isOrdinary = 'severity' in error && error.severity === 'ERROR'
      if (isOrdinary) throw trouble ? new DatabaseUnavailable(trouble, code) : error
      this.engine = undefined
      throw new DatabaseUnavailable(trouble ?? 'broken', code)
    }
  }

  /** PGlite breaks when a write finds no space on the disk, so the engine refuses the write before. */
  private demandRoom(): void {
    const { bavail, bsize } = statfsSync(dirname(this.folder))
    if (bavail * bsize < limits.spareDiskBytes) throw new DatabaseUnavailable('full')
  }

  /** Syncs the log first: data files must not be ahead of it. Callers hold the gate, so nothing else is written. */
  private async flush(command: () => Promise<unknown>): Promise<void> {
    await this.log.sync()
    await command()
  }

  /** Runs beside the calls: they wait only during the CHECKPOINT command itself. */
  private async checkpoint(): Promise<void> {
    try {
      await this.log.whileUnsynced(() => this.read(ask => this.flush(() => ask(engine => engine.query('CHECKPOINT')))))
      await this.log.forgetBefore(await this.read(ask => ask(firstSegment)))
    } catch {
      // The log is complete, only longer than necessary; the next commit tries again.
    }
    this.checkpointing = undefined
  }
}

/** The log segment at which recovery would begin to read. */
async function firstSegment(engine: PGlite): Promise<string> {
  const { rows } = await engine.query<{ first: string }>(
    'SELECT pg_walfile_name(redo_lsn) AS first FROM pg_control_checkpoint()',
  )
  return rows[0]?.first ?? ''
}
