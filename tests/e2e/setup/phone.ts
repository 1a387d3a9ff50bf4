import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { openProfile, type Visit, type Witness } from './browser.ts'
import { findHeadlessShell } from './chromium.ts'

/** A phone whose browser can be killed and started again on what it had stored. */
export class Phone {
  readonly #directory = mkdtempSync(join(tmpdir(), 'telephone-'))
  readonly #baseURL: string
  readonly witnesses: Witness[] = []
  readonly #executable: string
  #context: BrowserContext | undefined

  /** @param executable Chromium itself, for what it has only with its windows: notifications */
  constructor(baseURL: string, executable = findHeadlessShell()) {
    this.#baseURL = baseURL
    this.#executable = executable
  }

  /** Where the browser keeps what outlives it: a place to look for what must not be there. */
  get profile(): string {
    return this.#directory
  }

  /** Starts the browser; no page of before comes back by itself. */
  async start(): Promise<Visit> {
    const visit = await openProfile(this.#directory, 'phone', this.#baseURL, { executable: this.#executable })
    this.#context = visit.context
    this.witnesses.push(visit.witness)
    return visit
  }

  /** SIGKILL to the whole browser, as an empty battery does: nothing in it gets another turn. */
  async kill(): Promise<void> {
    const context = this.#context
    if (!context) return
    this.#context = undefined
    const gone = new Promise(done => context.once('close', done))
    // A child that outlived it would keep its pipe open, and the context would never be told closed.
    for (const group of this.#browserGroups()) process.kill(-group, 'SIGKILL')
    await gone
  }

  async dispose(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 })
  }

  /** The groups of the processes that run on this profile: Playwright starts each browser in one of its own. */
  #browserGroups(): Set<number> {
    const { stdout } = spawnSync('ps', ['-ww', '-e', '-o', 'pgid=,args='], { encoding: 'utf8' })
    const ours = stdout.split('\n').filter(line => line.includes(`--user-data-dir=${this.#directory}`))
    if (ours.length === 0) throw new Error('The browser ended before it was killed')
    return new Set(ours.map(line => Number.parseInt(line, 10)))
  }
}
