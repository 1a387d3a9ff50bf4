import { setTimeout as after } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser, openVisit } from '../../e2e/setup/browser.ts'
import { browserPid, slowDown, slowEach } from '../photos/process.ts'
import type { Slowing } from './arguments.ts'
import { type Calibration, calibrate, type PhoneClass } from './phone-class.ts'
import { watch } from './watch.ts'

/** In milliseconds: a slow line with a slow processor needs patience, a lost page must not hold the bench. */
export const patience = 240_000

/**
 * With DevTools attached, V8 looks up source positions in the midst of evaluating a script, by parsing it once more: twice
 * as long for React as on a phone, where nobody looks (measured without DevTools: 8 ms, not 18). With this it notes them
 * while it parses.
 */
export const flags = ['--js-flags=--no-enable-lazy-source-positions']

/** What a browser does by itself after its start is not to be measured. */
const settlingMs = 1_500

// The runner's compiler wraps functions that are sent to the page with a helper that no page has.
const helper = 'globalThis.__name ??= target => target'

let slowing: Slowing = 'devtools'
export const slowEverythingBy = (chosen: Slowing): void => {
  slowing = chosen
}
/** How many times slower the pages of the moment are, where they are slowed one by one. */
let pagesSlower = 1

let calibration: Calibration | undefined

/** Measures this machine's browser once: how much slower it must be to be one of the phones. */
export async function calibratePhones(): Promise<Calibration> {
  const browser = await launchBrowser({ flags })
  try {
    await after(settlingMs)
    calibration = await calibrate(await browser.newPage())
    return calibration
  } finally {
    await browser.close()
  }
}

/** As fast as a phone of that year; `full`: as this machine is. */
export type Speed = PhoneClass | 'full'

const rateOf = (speed: Speed): number => {
  if (speed === 'full') return 1
  if (!calibration) throw new Error('The phones are not calibrated yet.')
  return calibration[speed].rate
}

/** Runs `work` with a browser of that speed. */
export async function withBrowser<T>(speed: Speed, work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser({ flags })
  try {
    return await slowly(speed, () => work(browser))
  } finally {
    await browser.close()
  }
}

/** Runs `work` once the browser that has just been started lies still, and then slows it. */
export async function slowly<T>(speed: Speed, work: () => Promise<T>): Promise<T> {
  await after(settlingMs)
  const lift = speed === 'full' ? undefined : slow(browserPid(), speed)
  try {
    return await work()
  } finally {
    lift?.()
  }
}

/** @throws Error where this machine does not allow it: a figure of a fast processor must not pass for a slow one's */
export function slow(pid: number, speed: Speed): () => void {
  const slower = rateOf(speed)
  if (slowing === 'devtools') {
    pagesSlower = slower
    return () => {
      pagesSlower = 1
    }
  }
  const slowed = (slowing === 'browser' ? slowDown : slowEach)(pid, 1 / slower)
  if ('reason' in slowed) throw new Error(`the processor can't be slowed here: ${slowed.reason}`)
  return slowed.lift
}

/** For pages that were opened before or after their browser was slowed. */
export async function slowPage(page: Page): Promise<void> {
  if (pagesSlower === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: pagesSlower })
}

/** Every page of it is patient, and watched from its first moment. */
export async function prepare(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(patience)
  await context.addInitScript({ content: `${helper};(${watch.toString()})()` })
}

/** A phone that has never been here. */
export async function newPhone(browser: Browser, url: string): Promise<Page> {
  const { page, context } = await openVisit(browser, 'phone', url)
  await prepare(context)
  await slowPage(page)
  return page
}
