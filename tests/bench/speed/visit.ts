import type { Browser, Page } from 'playwright-core'
import { withPhone } from './phone.ts'
import type { Line, Site } from './site.ts'
import { openUntil, readyOffline, type Vitals } from './watch.ts'

export interface Sight extends Vitals {
  /** Encoded bytes of bodies that had come when the largest text was drawn, and of every file until all was still. */
  bytesBefore: number
  bytesInAll: number
  /** Milliseconds; undefined for a page that keeps nothing, and for one that never was ready: `unready` says why. */
  ready: number | undefined
  unready: string
}

interface Way {
  /** What must be kept before the page counts as ready. */
  files?: readonly string[] | undefined
  /** Goes on with the page before it is put away. */
  goOn?: ((page: Page) => Promise<void>) | undefined
}

/** A phone that has never been here opens the home page and lies still until nothing moves any more. */
export const firstVisit = (browser: Browser, site: Site, line: Line, { files, goOn }: Way = {}): Promise<Sight> =>
  withPhone(browser, site, async page => {
    await site.begin(line)
    await openUntil(page, '/home', 'first text')
    let unready = ''
    const ready = await (files && readyOffline(page, files))?.catch(error => {
      unready = String(error)
      return undefined
    })
    await site.quiet()
    const { seen, origin } = await page.evaluate(() => ({ seen: vitals, origin: performance.timeOrigin }))
    const bytesBefore = site.traffic.bodiesUntil(origin + seen.largestText)
    const bytesInAll = site.traffic.files
    await goOn?.(page)
    return { ...seen, bytesBefore, bytesInAll, ready, unready }
  })
