import type { CDPSession, Locator, Page } from 'playwright-core'
import { devtools } from './device.ts'

export interface Point {
  x: number
  y: number
}

/** A real finger on the glass: no element is found for it, and nothing waits until a button would answer. */
export interface Finger {
  down(at: Point): Promise<unknown>
  up(): Promise<unknown>
  /** @param time when the glass was touched, as `now` tells it: a busy machine may be late in passing it on */
  tap(at: Point, time?: number): Promise<unknown>
}

export async function fingerOn(page: Page): Promise<Finger> {
  const session: CDPSession = await devtools(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Point[], time?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, ...(time && { timestamp: time / 1000 }) })
  return {
    down: at => touch('touchStart', [at]),
    up: () => touch('touchEnd', []),
    // A page that is busy answers neither before it is free: both are on their way at once.
    tap: (at, time) => Promise.all([touch('touchStart', [at], time), touch('touchEnd', [], time && time + 20)]),
  }
}

/** @param times how much slower the page's processor is than this one */
export async function slowDown(page: Page, times: number): Promise<void> {
  await (await devtools(page)).send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** The middle of a button, or as far to its right as `share` says of its width. */
export async function placeOf(button: Locator, share = 0.5): Promise<Point> {
  const { x, y, width, height } = await button.evaluate(one => one.getBoundingClientRect().toJSON() as DOMRect)
  return { x: x + width * share, y: y + height / 2 }
}

declare global {
  /** When the frame began that painted the last dialog. */
  var shownAt: number | undefined
}

/** Remembers when each dialog was painted: milliseconds since 1970, as precise as the page's own events. */
export const watchDialogs = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver(changes => {
      if (!changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) return
      globalThis.shownAt = undefined
      requestAnimationFrame(time => {
        globalThis.shownAt = performance.timeOrigin + time
      })
    }).observe(document, { subtree: true, attributeFilter: ['open'] })
  })

export async function dialogAt(page: Page): Promise<number> {
  await page.waitForFunction(() => globalThis.shownAt)
  return page.evaluate(() => globalThis.shownAt ?? 0)
}

/** What the page has been given to do by now is done, and painted. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))

/** A student reads for so many milliseconds, counted from what is painted now. */
export async function reads(page: Page, ms: number): Promise<void> {
  await painted(page)
  await page.waitForTimeout(ms)
}
