import { setTimeout as after } from 'node:timers/promises'
import type { Page } from 'playwright-core'

export interface Interaction {
  name: string
  target: string
  ms: number
}

/** What the page has noted of itself. Milliseconds since its navigation began. */
export interface Vitals {
  firstText: number
  largestText: number
  shift: number
  /** What the largest text was, and what has moved: how it begins. */
  largest: string
  moved: string[]
  tasks: number[]
  interactions: Interaction[]
}

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
  const vitals: Vitals = { firstText: 0, largestText: 0, shift: 0, largest: '', moved: [], tasks: [], interactions: [] }
  globalThis.vitals = vitals
  const worst = new Map<number, Interaction>()
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  observe('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return
    vitals.firstText = startTime
    // Heard by the bench at once: it taps as soon as there is something to see.
    console.debug('bench: first text')
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
    const { interactionId, duration, name, target } = entry as PerformanceEventTiming & { interactionId?: number }
    if (!interactionId) return
    const known = worst.get(interactionId)
    if (known && known.ms >= duration) return
    const label = target instanceof Element && (target.getAttribute('name') ?? target.textContent?.slice(0, 30))
    worst.set(interactionId, { name, target: label || 'what is gone', ms: duration })
    vitals.interactions = [...worst.values()]
  })
}

/** Milliseconds after the first text in which a larger one may still come: nothing tells that none will. */
const settledMs = 2_000

/** Milliseconds from the navigation to the largest text. */
export async function largestText(page: Page): Promise<number> {
  await page.waitForFunction(() => vitals.firstText > 0, undefined, { polling: 200 })
  await after(settledMs)
  return page.evaluate(() => vitals.largestText)
}
