import { setTimeout as after } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import type { Dice } from './dice.ts'
import { actOn } from './hands.ts'
import type { Ledger } from './ledger.ts'
import { type Look, look } from './look.ts'
import type { ChaosStudent } from './student.ts'

interface World {
  student: ChaosStudent
  ledger: Ledger
  dice: Dice
  code(): Promise<string>
}

/** A student between two kills: opens the wizard, checks that all is there, and goes on. */
export class Life {
  readonly #world: World
  finished = false
  /** Since when nobody has checked what a kill has left. */
  killedAt: number | undefined
  lastSeen: Look | undefined
  /** What is prepared before the first answer is given. */
  readonly #prepares: readonly DocumentType[]
  #prepared = false
  /** What went wrong while the browser lived; most of it is the bad network. */
  readonly troubles: string[] = []

  constructor(world: World) {
    this.#world = world
    const { dice } = world
    this.#prepares = dice.happens(0.5) ? documentTypes.filter(() => dice.happens(0.6)) : []
  }

  get #place() {
    const { kept } = this.#world.ledger
    this.#prepared ||= this.#prepares.every(type => kept.has(type))
    return this.#prepared ? '/register' : '/preparer'
  }

  /** Ends with the enrolment or when `over` says so; a page that dies under its hands is no failure. */
  async live(page: Page, over: AbortSignal): Promise<void> {
    page.setDefaultTimeout(4_000)
    // tsx marks every named function with this helper, which a page does not have.
    await page.addInitScript('globalThis.__name = target => target').catch(() => undefined)
    while (!over.aborted && !this.finished) {
      try {
        if (!page.url().endsWith(this.#place)) await page.goto(this.#place, { waitUntil: 'commit' })
        await this.#goOn(page, over)
      } catch (error) {
        if (over.aborted) return
        this.troubles.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
        await pause(over, 200)
      }
    }
  }

  async #goOn(page: Page, over: AbortSignal): Promise<void> {
    const { ledger, student } = this.#world
    let nothing = 0
    while (!over.aborted) {
      const seen = await look(page, student.matricule)
      this.lastSeen = seen
      // Scripts that were cut before a worker kept them, or a captive portal in place of the page: a student reloads.
      nothing = /rechargez cette page|Achetez un forfait/.test(seen.text) ? nothing + 1 : 0
      if (nothing > 30) {
        nothing = 0
        await page.reload({ waitUntil: 'commit' })
      }
      const prepares = seen.path === '/preparer' && Object.keys(seen.documents).length > 0
      if (seen.step >= 0 || prepares) {
        // No step stands there that could be told from the one reached before.
        const step = prepares ? Number.POSITIVE_INFINITY : seen.step
        if (this.killedAt !== undefined) ledger.check({ ...seen, step }, this.killedAt)
        this.killedAt = undefined
        ledger.note(seen)
      }
      if (hasEnded(seen)) {
        this.finished = true
        return
      }
      const hands = { page, place: this.#place, prepares: this.#prepares, ...this.#world } as const
      const acted = seen.step >= 0 || prepares || seen.path !== hands.place ? await actOn(seen, hands) : false
      await pause(over, acted ? this.#world.dice.between(10, 60) : 120)
    }
  }
}

/** The page may still say so of a photo that a newer one has replaced on the disk a moment ago. */
const hasEnded = ({ done, items }: Look) =>
  done &&
  items.every(({ requestKey, state }) => !documentTypes.some(type => type === requestKey) || state === 'accepted')

/** Hands are not faster than this, and neither is somebody who waits. */
const pause = (over: AbortSignal, ms: number) => after(ms, undefined, { signal: over }).catch(() => undefined)
