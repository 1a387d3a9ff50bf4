import type { Browser } from 'playwright-core'
import { type Context, note, type Part, type Runs, Troubles } from './context.ts'
import { finished, givePhotos, toDocuments } from './enrolling.ts'
import type { Figure } from './figures.ts'
import { newPhone, withBrowser } from './phone.ts'
import type { Line, Site } from './site.ts'

/** Five photographs at 2.5 kB/s, when each connection is begun from zero: no longer than this. In milliseconds. */
const longest = 15 * 60_000

interface Sent {
  seconds: number
  /** Bytes that have reached the server, heads included. */
  bytes: number
}

/** The answers have been given on a good line: what is measured is the photographs. */
async function photographs(browser: Browser, site: Site, line: Line): Promise<Sent> {
  const page = await newPhone(browser, site.url)
  try {
    await site.begin('free')
    await toDocuments(page, site)
    await site.quiet()
    await site.begin(line)
    const began = Date.now()
    await givePhotos(page)
    await finished(page, longest)
    return { seconds: (Date.now() - began) / 1000, bytes: site.traffic.up }
  } finally {
    await page.context().close()
  }
}

/** Five photographs over a line that cuts every connection, beside the same line when it cuts none. */
async function compare(
  { sites: { portal, beside }, runs }: Context,
  name: string,
  whole: Line,
  cutting: Line,
): Promise<Figure[]> {
  const time: Runs = {}
  const bytes: Runs = {}
  const troubles = new Troubles()
  await withBrowser(2020, async browser => {
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      for (const [subject, site, line] of [
        ['base', portal, whole],
        ['portal', portal, cutting],
        ['beside', beside, cutting],
      ] as const) {
        const sent = site && (await troubles.survive(subject, () => photographs(browser, site, line)))
        if (!sent) continue
        note(time, subject, sent.seconds)
        note(bytes, subject, sent.bytes)
      }
    }
  })
  const how = 'base: the same line, which cuts no connection'
  return [
    { name, unit: 's', runs: time, goal: { most: 1.3, against: 'base' }, ...troubles.note(how) },
    { name: '… bytes sent', unit: 'B', runs: bytes, goal: { most: 1.2, against: 'base' } },
  ]
}

export const cuts: Part = async context => [
  ...(await compare(context, 'five photos at 20 kbit/s, each connection cut after 20 s', 'narrow', 'narrowCutting')),
  ...(await compare(context, '… with a way of 600 ms and HTTPS handshakes', 'worst', 'cutting')),
]
