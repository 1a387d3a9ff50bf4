import { constants, statfsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { closeToOthers } from '../data-folder.ts'
import { database as limits } from '../limits.ts'
import { Semaphore } from '../semaphore.ts'
import { isMissing, type Sync } from './sync.ts'
import { DatabaseUnavailable, troubleOfState, troubleOfSystem } from './unavailable.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const options = {
  // A photograph goes in as it is and comes out by Buffer: PGlite's own way through text takes twenty times as long.
  serializers: { [types.BYTEA]: <Bytes>(bytes: Bytes) => bytes },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
  // No checkpoint throws away or reuses a part of the log: the files that it speaks of are not synced yet.
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_keep_size=2000000', '-c', 'wal_recycle=off'],
}

/** Asks PGlite something; a failure of PGlite comes out as what it means. */
export type Ask = <Result>(question: (engine: PGlite) => Promise<Result>) => Promise<Result>

/**
 * PGlite, used by one at a time. After a PANIC it spins for ever, and the process with it: it is then never asked again,
 * nor by who already waits, and another one is opened on its files.
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
   * After a sync that failed the system takes for written what the disk has not taken, and the next one says nothing of
   * it. So, as PostgreSQL does, it is opened anew: that writes once more what the log still tells.
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

  /** What is written is on the disk once this is fulfilled. */
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
    // Its own sync went well, and lies behind the hole that another one has left.
    if (this.failedSyncs !== failedBefore) throw new DatabaseUnavailable('broken')
    if (this.log.needsCheckpoint) this.checkpointing ??= this.checkpoint()
    return result
  }

  /** Who still waits for it is refused. */
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
   * Its files, as `kill -9` would leave them between two statements. Not the control file of before a checkpoint, whose
   * log may be gone by the time that the copy gets there: what was copied needs no power to stay.
   */
  async copyTo(target: string): Promise<void> {
    await this.checkpointing
    const filter = (source: string) => !this.log.isEarlierControl(source)
    await this.gate.run(() => cp(this.folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE, filter }))
  }

  private async open(): Promise<PGlite> {
    this.demandRoom()
    const engine = await this.log.whileOpening(() => PGlite.create(this.folder, options))
    // It gives modes of its own to what its C library opens, whatever this process's mask says.
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

  /** PGlite breaks where a write finds no room, so it is not let get there. */
  private demandRoom(): void {
    const { bavail, bsize } = statfsSync(dirname(this.folder))
    if (bavail * bsize < limits.spareDiskBytes) throw new DatabaseUnavailable('full')
  }

  /** The data files must not be ahead of the log on the disk, and nobody else writes meanwhile. */
  private async flush(command: () => Promise<unknown>): Promise<void> {
    await this.log.sync()
    await command()
  }

  /** Beside the calls: only the command itself keeps them waiting. */
  private async checkpoint(): Promise<void> {
    try {
      await this.log.whileUnsynced(() => this.read(ask => this.flush(() => ask(engine => engine.query('CHECKPOINT')))))
      await this.log.forgetBefore(await this.read(ask => ask(firstSegment)))
    } catch {
      // The log is whole and only longer than it must be; the next commit tries again.
    }
    this.checkpointing = undefined
  }
}

/** The part of the log at which a start would begin to read. */
async function firstSegment(engine: PGlite): Promise<string> {
  const { rows } = await engine.query<{ first: string }>(
    'SELECT pg_walfile_name(redo_lsn) AS first FROM pg_control_checkpoint()',
  )
  return rows[0]?.first ?? ''
}
