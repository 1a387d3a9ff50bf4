import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser, openProfile, openVisit } from '../../e2e/setup/browser.ts'
import type { Site } from './site.ts'
import { readyOffline, watch } from './watch.ts'

/**
 * Two phones of 60 dollars, by Lighthouse's `benchmarkIndex`, whose loop is below. 264 is what Chrome's DevTools take for
 * a low-tier phone (an entry phone of 2020), 125 is where Lighthouse's own table begins to say "low-end" (2016).
 */
export const phoneClasses = { 2020: 264, 2016: 125 } as const
export type PhoneClass = keyof typeof phoneClasses
export const phones: readonly PhoneClass[] = [2020, 2016]

/** In milliseconds: a slow line with a slow processor needs patience, a lost page must not hold the bench. */
export const patience = 240_000

/**
 * With DevTools attached, V8 parses a script once more while it evaluates it, to know where its lines are: twice as long
 * for React as on a phone. With this it notes them while it parses.
 */
const flags = ['--js-flags=--no-enable-lazy-source-positions']

/** What a browser does by itself after its start is not to be measured. */
const settlingMs = 1_500

// The runner's compiler wraps functions that are sent to the page with a helper that no page has.
const helper = 'globalThis.__name ??= target => target'

/** Runs in the page: strings that are garbage at once, and copies of arrays, for half a second each. */
function benchmarkIndex(): number {
  const perSecond = (work: (turn: number) => void) => {
    const start = Date.now()
    let turns = 0
    while (turns % 10 !== 0 || Date.now() - start < 500) {
      work(turns)
      turns += 1
    }
    return turns / 10 / ((Date.now() - start) / 1000)
  }
  const strings = perSecond(() => {
    let text = ''
    for (let at = 0; at < 10_000; at += 1) text += 'a'
    if (text.length === 1) throw new Error('This keeps the loop from being left out.')
  })
  const [one, other] = [0, 1].map(() => Array.from({ length: 100_000 }, (_, at) => at)) as [number[], number[]]
  const copies = perSecond(turn => {
    const [from, to] = turn % 2 === 0 ? [one, other] : [other, one]
    for (let at = 0; at < from.length; at += 1) to[at] = from[at] as number
  })
  return (strings + copies) / 2
}

/** How many times slower this machine's browser has to be for each class, and the index that it then reaches. */
type Calibration = Record<PhoneClass, { rate: number; index: number }>
let calibration: Calibration | undefined

/** How far the index of a slowed page may lie from its class, as a part of it. */
const tolerance = 0.1
const mostTries = 5

/** @throws Error where this machine is slower than the phone: its figures would pass for a phone's */
export async function calibratePhones(): Promise<Calibration> {
  const browser = await launchBrowser({ flags })
  try {
    await after(settlingMs)
    const page = await browser.newPage()
    const indexAt = async (rate: number) => {
      await slowPage(page, rate)
      const values: number[] = []
      for (let run = 0; run < 3; run += 1) values.push(await page.evaluate(`${helper};(${benchmarkIndex})()`))
      return values.sort((a, b) => a - b)[1] as number
    }
    const full = await indexAt(1)
    calibration = {} as Calibration
    for (const phone of phones) {
      const wanted = phoneClasses[phone]
      if (full < wanted)
        throw new Error(`This machine has an index of ${full.toFixed(0)}, less than a phone of ${phone}.`)
      let rate = full / wanted
      let index = await indexAt(rate)
      for (let tries = 1; tries < mostTries && Math.abs(index / wanted - 1) > tolerance; tries += 1) {
        rate = Math.max(1, (rate * index) / wanted)
        index = await indexAt(rate)
      }
      calibration[phone] = { rate, index }
    }
    return calibration
  } finally {
    await browser.close()
  }
}

/** As fast as a phone of that year; `full`: as this machine is. */
type Speed = PhoneClass | 'full'

/** How many times slower the pages of the moment are: DevTools slow the page's own thread, and each page for itself. */
let pagesSlower = 1

/** Runs `work` once the browser that has just been started lies still, and slows its pages. */
async function slowly<T>(speed: Speed, work: () => Promise<T>): Promise<T> {
  if (!calibration) throw new Error('The phones are not calibrated yet.')
  await after(settlingMs)
  pagesSlower = speed === 'full' ? 1 : calibration[speed].rate
  try {
    return await work()
  } finally {
    pagesSlower = 1
  }
}

async function slowPage(page: Page, rate = pagesSlower): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Every page of it is patient, and watched from its first moment. */
async function prepare(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(patience)
  await context.addInitScript({ content: `${helper};(${watch})()` })
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

/** A phone that has never been here, for as long as `work` takes. */
export async function withPhone<T>(browser: Browser, site: Site, work: (page: Page) => Promise<T>): Promise<T> {
  const { page, context } = await openVisit(browser, 'phone', site.url)
  try {
    await prepare(context)
    await slowPage(page)
    return await work(page)
  } finally {
    await context.close()
  }
}

/** A phone that keeps what it has while its browser is closed: each start is as cold as a student's. */
export class KeptPhone {
  readonly #directory = mkdtempSync(join(tmpdir(), 'bench-phone-'))

  constructor(private readonly site: Site) {}

  async open<T>(speed: Speed, work: (page: Page) => Promise<T>): Promise<T> {
    const { page, context } = await openProfile(this.#directory, 'phone', this.site.url, { flags })
    try {
      await prepare(context)
      return await slowly(speed, async () => {
        await slowPage(page)
        return work(page)
      })
    } finally {
      await context.close()
    }
  }

  /** The first visit, on a good line: what it leaves on the phone is what counts. */
  async install(files: readonly string[], said?: string): Promise<void> {
    await this.site.begin('free')
    await this.open('full', async page => {
      await page.goto('/home', { waitUntil: 'commit', timeout: patience })
      await readyOffline(page, files, said)
      await this.site.quiet()
    })
  }

  dispose(): void {
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 })
  }
}
