import type { Page } from 'playwright-core'
import type { Context } from './context.ts'
import { finished, givePhotos, toDocuments } from './enrolling.ts'
import { type Figure, note, type Runs, Troubles } from './figures.ts'
import { withBrowser, withPhone } from './phone.ts'

/** Five photographs at 2.5 kB/s, when each connection is begun from zero: no longer than this. In milliseconds. */
const longest = 15 * 60_000

/** Five photographs over a line of 20 kbit/s that cuts every connection, beside the same line when it cuts none. */
export async function cuts({ sites: { portal, beside }, runs }: Context): Promise<Figure[]> {
  const [time, bytes]: [Runs, Runs] = [{}, {}]
  const troubles = new Troubles()
  const ways = [
    ['base', portal, 'worst'],
    ['portal', portal, 'cutting'],
    ['beside', beside, 'cutting'],
  ] as const
  await withBrowser(2020, async browser => {
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      for (const [subject, site, line] of ways) {
        if (!site) continue
        const photographs = async (page: Page) => {
          // The answers are given on a good line: what is measured is the photographs.
          await site.begin('free')
          await toDocuments(page, site)
          await site.quiet()
          await site.begin(line)
          const began = Date.now()
          await givePhotos(page)
          await finished(page, longest)
          note(time, subject, (Date.now() - began) / 1000)
          note(bytes, subject, site.traffic.up)
        }
        await troubles.survive(subject, () => withPhone(browser, site, photographs))
      }
    }
  })
  const how = troubles.note('base: the same line, which cuts no connection')
  return [
    {
      name: 'five photos at 20 kbit/s and 600 ms, each connection cut after 20 s',
      unit: 's',
      runs: time,
      goal: { most: 1.3, against: 'base' },
      ...how,
    },
    { name: '… bytes sent', unit: 'B', runs: bytes, goal: { most: 1.2, against: 'base' } },
  ]
}
