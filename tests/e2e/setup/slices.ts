import type { Page } from 'playwright-core'

/** A page that React takes over in slices: begun, and not gone on with before the test says so. */

declare global {
  /** The touches that got as far as React. */
  var heard: string[]
  var resume: () => void
  /** Whatever was to happen within so many milliseconds, happens. */
  var pass: (milliseconds: number) => void
}

/**
 * React's slices go through a message port: they wait for `goOn`. The page is deaf for some seconds only, however long
 * this machine takes: they pass by hand.
 */
export async function takenInSlices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    const waiting: (() => void)[] = []
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      waiting.push(() => postMessage.call(this, message))
    }
    const { setTimeout } = globalThis
    const later: { work: TimerHandler; milliseconds: number }[] = []
    const setOrHold = (work: TimerHandler, milliseconds = 0, ...given: unknown[]) => {
      if (milliseconds < 1_000) return setTimeout(work, milliseconds, ...given)
      later.push({ work, milliseconds })
      return 0
    }
    globalThis.setTimeout = setOrHold as typeof setTimeout
    globalThis.pass = most => {
      for (const { work, milliseconds } of later) if (milliseconds <= most) setTimeout(work)
    }
    globalThis.resume = () => {
      globalThis.setTimeout = setTimeout
      MessagePort.prototype.postMessage = postMessage
      for (const go of waiting.splice(0)) go()
    }
    globalThis.heard = []
    const hear = ({ type }: Event) => heard.push(type)
    addEventListener('DOMContentLoaded', () => {
      for (const type of ['pointerdown', 'touchstart', 'keydown', 'input', 'click', 'pointerover', 'mouseover'])
        document.getElementById('root')?.addEventListener(type, hear, { capture: true })
    })
  })
}

/** React has begun. */
export async function untilBegun(page: Page): Promise<void> {
  // React's own mark on what it takes over. Until then nobody holds anything back, nor hears it.
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some(name => name.startsWith('__reactContainer')),
  )
}

export const goOn = (page: Page) => page.evaluate(() => resume())
