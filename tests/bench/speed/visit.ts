import type { Browser, Page } from 'playwright-core'
import { newPhone } from './phone.ts'
import { readyOffline } from './ready.ts'
import type { Line, Site } from './site.ts'
import { bodies, filesOf } from './traffic.ts'
import type { Vitals } from './watch.ts'

export interface Sight extends Vitals {
  /** Encoded bytes of bodies that had come when the largest text was drawn. */
  bytesBefore: number
  /** Of every file, until all was still. */
  bytesInAll: number
  /** Milliseconds; undefined for a page that keeps nothing, and for one that never was ready. */
  ready: number | undefined
  /** Why it never was. */
  unready: string
}

export interface Way {
  line: Line
  /** What must be kept; undefined for a page that keeps nothing. */
  files: readonly string[] | undefined
  /** Goes on with the page before it is put away. */
  goOn?: ((page: Page) => Promise<void>) | undefined
}

/** A phone that has never been here opens the home page and lies still until nothing moves any more. */
export async function firstVisit(browser: Browser, site: Site, { line, files, goOn }: Way): Promise<Sight> {
  const page = await newPhone(browser, site.url)
  try {
    await site.begin(line)
    await page.goto('/home', { waitUntil: 'commit' })
    const late = { unready: '' }
    const ready = await (files && readyOffline(page, files))?.catch(error => {
      late.unready = String(error)
      return undefined
    })
    await page.waitForFunction(() => vitals.firstText > 0, undefined, { polling: 200 })
    await site.quiet()
    const { seen, origin } = await page.evaluate(() => ({ seen: vitals, origin: performance.timeOrigin }))
    const bytesBefore = site.traffic.bodiesUntil(origin + seen.largestText)
    const bytesInAll = bodies(filesOf(site.traffic.answers))
    await goOn?.(page)
    return { ...seen, bytesBefore, bytesInAll, ready, ...late }
  } finally {
    await page.context().close()
  }
}
