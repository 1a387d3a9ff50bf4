import { setTimeout as after } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { listEndpoints } from '../../../src/core/api/endpoints.ts'
import * as networkText from '../../../src/outbox/ui/network-text.ts'

/** What the page has noted of itself. Milliseconds since its navigation began. */
export interface Vitals {
  firstText: number
  largestText: number
  shift: number
  /** What the largest text was, and what has moved: how it begins. */
  largest: string
  moved: string[]
  tasks: number[]
  /** The longest event of each interaction: a click is told from the keys of one who types. */
  interactions: { name: string; ms: number }[]
  /** Of the wizard's first step. */
  wizard: Partial<Record<WizardMoment, number>>
}

/** Painted: its first field has something to choose, it holds the answers of a draft, it is React's. */
export type WizardMoment = 'takes keys' | 'holds the draft' | 'adopted'

declare global {
  var vitals: Vitals
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Runs in the page before anything of its own, and alone: it may not use anything from outside. */
export function watch(): void {
  if (globalThis.vitals) return
  const vitals: Vitals = {
    firstText: 0,
    largestText: 0,
    shift: 0,
    largest: '',
    moved: [],
    tasks: [],
    interactions: [],
    wizard: {},
  }
  globalThis.vitals = vitals
  // Said, and not asked for: to ask, Playwright has the page compile 330 kB of its own, half a second on a phone of 2016.
  const say = (moment: string) => console.debug(`bench: ${moment}`)
  const worst = new Map<number, { name: string; ms: number }>()
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  observe('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return
    vitals.firstText = startTime
    say('first text')
  })
  const beginning = (node: Node | null | undefined) => node?.textContent?.trim().slice(0, 30) || node?.nodeName || ''
  observe('largest-contentful-paint', entry => {
    vitals.largestText = entry.startTime
    vitals.largest = beginning((entry as PerformanceEntry & { element?: Element | null }).element)
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput, sources } = entry as Shift
    if (hadRecentInput) return
    vitals.shift += value
    vitals.moved.push(...sources.map(({ node }) => beginning(node)))
  })
  observe('longtask', ({ duration }) => vitals.tasks.push(duration))
  observe('event', entry => {
    const { interactionId, duration, name } = entry as PerformanceEventTiming & { interactionId?: number }
    if (!interactionId || (worst.get(interactionId)?.ms ?? 0) >= duration) return
    worst.set(interactionId, { name, ms: duration })
    vitals.interactions = [...worst.values()]
    if (name === 'click') say(name)
  })
  const first = (name: string): HTMLElement | undefined => document.getElementsByName(name)[0]
  const moments: [WizardMoment, () => unknown][] = [
    ['takes keys', () => (first('anneeBac')?.querySelectorAll('option').length ?? 0) > 1],
    ['holds the draft', () => first('numAttest')?.matches('[value]:enabled')],
    ['adopted', () => Object.keys(first('anneeBac') ?? {}).some(name => name.startsWith('__reactProps'))],
  ]
  const look = () => {
    const reached = moments.filter(([moment, is]) => !vitals.wizard[moment] && is())
    // Behind the paint of what this frame has found.
    setTimeout(() => {
      for (const [moment] of reached) {
        vitals.wizard[moment] = performance.now()
        say(moment)
      }
      // The first answer of one who has no draft ends it, too: it opens the field.
      if (Object.keys(vitals.wizard).length < moments.length) requestAnimationFrame(look)
    })
  }
  if (location.pathname === '/register') requestAnimationFrame(look)
}

/** Opens a page, and resolves once it has said that much of itself. */
export async function openUntil(page: Page, path: string, moment: WizardMoment | 'first text'): Promise<void> {
  await Promise.all([whenSaid(page, moment), page.goto(path, { waitUntil: 'commit' })])
}

export const whenSaid = (page: Page, moment: WizardMoment | 'first text' | 'click', timeout?: number) =>
  page.waitForEvent('console', {
    predicate: message => message.text() === `bench: ${moment}`,
    ...(timeout && { timeout }),
  })

/** Opens the wizard's first step. Milliseconds from the navigation until then. */
export async function wizardUntil(page: Page, moment: WizardMoment): Promise<number> {
  await openUntil(page, '/register', moment)
  return page.evaluate(moment => vitals.wizard[moment] ?? Number.NaN, moment)
}

/** What a task may last before it is felt; milliseconds. */
const unfelt = 50
export const blockedBy = (tasks: readonly number[]): number =>
  tasks.reduce((sum, ms) => sum + Math.max(0, ms - unfelt), 0)

/** Milliseconds after the first text in which a larger one may still come: nothing tells that none will. */
const settledMs = 2_000

/** Opens the home page. Milliseconds from the navigation to the largest text. */
export async function largestText(page: Page): Promise<number> {
  await openUntil(page, '/home', 'first text')
  await after(settledMs)
  return page.evaluate(() => vitals.largestText)
}

/** In milliseconds; a phone that is not ready after that is not ready at all. */
const longest = 180_000

/**
 * Milliseconds from the navigation until the page could do without the network, and says so: its worker is active and
 * holds these files, every reference list is kept, and so are the dates.
 * @param said what it says then; another version has other words
 */
export async function readyOffline(page: Page, files: readonly string[], said = networkText.ready): Promise<number> {
  const ready = await page.evaluate(
    async ({ files, lists, said, longest }) => {
      const missing = [...files]
      const isReady = async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        if (registration?.active?.state !== 'activated') return false
        for (let file = missing[0]; file !== undefined; file = missing[0]) {
          if (!(await caches.match(file, { ignoreSearch: true }))) return false
          missing.shift()
        }
        const kept = (await caches.has('reference-lists')) && (await caches.open('reference-lists'))
        return kept && (await kept.keys()).length >= lists && document.body.textContent?.includes(said)
      }
      // Looking costs a slow phone something, too: not before there is anything to see, and not too often.
      while (performance.now() < longest) {
        if (vitals.firstText > 0 && (await isReady())) return performance.now()
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      return missing
    },
    { files, lists: listEndpoints.length, said, longest },
  )
  if (typeof ready === 'number') return ready
  throw new Error(`not ready for offline after ${longest / 1000} s; not kept: ${ready.join(', ') || 'worker or lists'}`)
}

/** Resolves once the worker is in charge and has every part. Playwright's own wait takes a promise for a yes. */
export const everyPart = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    while (!navigator.serviceWorker.controller || (await caches.match('/?partial')))
      await new Promise(again => setTimeout(again, 100))
  })
