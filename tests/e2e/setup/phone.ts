import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { openProfile, type Visit } from './browser.ts'
import type { Witness } from './witness.ts'

/** A phone whose browser can be killed and started again on what it had stored. */
export class Phone {
  readonly #directory = mkdtempSync(join(tmpdir(), 'telephone-'))
  readonly #baseURL: string
  readonly witnesses: Witness[] = []
  #context: BrowserContext | undefined

  constructor(baseURL: string) {
    this.#baseURL = baseURL
  }

  /** Where the browser keeps what outlives it: a place to look for what must not be there. */
  get profile(): string {
    return this.#directory
  }

  /** Starts the browser; no page of before comes back by itself. */
  async start(): Promise<Visit> {
    const visit = await openProfile(this.#directory, 'phone', this.#baseURL)
    this.#context = visit.context
    this.witnesses.push(visit.witness)
    return visit
  }

  /** SIGKILL to the browser's own process, as an empty battery does: nothing in it gets another turn. */
  async kill(): Promise<void> {
    const context = this.#context
    if (!context) return
    this.#context = undefined
    const gone = new Promise(done => context.once('close', done))
    const holder = this.#browserProcess()
    if (holder === undefined) return context.close()
    process.kill(holder, 'SIGKILL')
    await gone
  }

  async dispose(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 })
  }

  /**
   * Chromium locks its profile with a link to "host-process". One that ended badly has left its link behind, and its
   * number may be somebody else's by now: only a process that runs on this profile is ours to kill.
   */
  #browserProcess(): number | undefined {
    const lock = join(this.#directory, 'SingletonLock')
    if (!lstatSync(lock, { throwIfNoEntry: false })) return undefined
    const holder = readlinkSync(lock)
    const id = holder.slice(holder.lastIndexOf('-') + 1)
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', id], { encoding: 'utf8' })
    return stdout.includes(this.#directory) ? Number(id) : undefined
  }
}
