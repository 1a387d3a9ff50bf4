import { setTimeout as after } from 'node:timers/promises'
import { browserPid, withPeakMemory } from '../photos/process.ts'
import { note, type Part, type Runs } from './context.ts'
import { givePhotos, toDocuments } from './enrolling.ts'
import { newPhone, slow, slowPage, withBrowser } from './phone.ts'
import { lines } from './site.ts'

/** What the browser does after a screen has come is not the photos'; milliseconds. */
const restMs = 4_000

/** All of the browser's processes, above what they took at rest on the documents' screen. */
export const memory: Part = async ({ sites: { portal, ordinary }, runs }) => {
  const peaks: Runs = {}
  for (let run = 0; run < Math.min(runs, 3); run += 1) {
    for (const [subject, site] of [
      ['portal', portal],
      ['ordinary', ordinary],
    ] as const) {
      await withBrowser('full', async browser => {
        const page = await newPhone(browser, site.url)
        await site.begin('free')
        await toDocuments(page, site)
        await site.link.set(lines.usual)
        await after(restMs)
        const lift = slow(browserPid(), 2020)
        await slowPage(page)
        const { peak } = await withPeakMemory(browserPid(), () => givePhotos(page))
        lift()
        note(peaks, subject, peak)
        await page.context().close()
      })
    }
  }
  return [{ name: 'peak memory while five photos are prepared', unit: 'MB', runs: peaks, goal: { most: 90_000_000 } }]
}
