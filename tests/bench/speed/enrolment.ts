import { setTimeout as after } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { type Context, note, type Part, type Runs, Troubles } from './context.ts'
import { finished, givePhotos, toDocuments } from './enrolling.ts'
import { newPhone, withBrowser } from './phone.ts'
import type { Line, Site } from './site.ts'

/** Enough of the sourceFiles' way to know the line's pace, in milliseconds; and what the first of it may be off by. */
const paceMs = 45_000
const firstMs = 15_000
/** The sourceFiles at 150 kbit/s need twenty minutes. */
const longest = 45 * 60_000

interface Enrolled {
  seconds: number
  /** Bytes that have reached the server: requests, heads included. */
  sent: number
}

async function onPhone<T>(browser: Browser, site: Site, line: Line, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await newPhone(browser, site.url)
  try {
    await site.begin(line)
    return await work(page)
  } finally {
    await page.context().close()
  }
}

function whole(browser: Browser, site: Site, line: Line): Promise<Enrolled> {
  return onPhone(browser, site, line, async page => {
    const began = Date.now()
    await toDocuments(page, site)
    await givePhotos(page)
    await finished(page, longest)
    return { seconds: (Date.now() - began) / 1000, sent: site.traffic.up }
  })
}

/** As far as the sourceFiles are on their way; the rest by the pace that the line has then been seen to have. */
function reckoned(browser: Browser, site: Site, line: Line, bytes: number): Promise<Enrolled> {
  return onPhone(browser, site, line, async page => {
    const began = Date.now()
    await toDocuments(page, site)
    await givePhotos(page)
    await after(firstMs)
    const before = { at: Date.now(), sent: site.traffic.up }
    await after(paceMs)
    const now = { at: Date.now(), sent: site.traffic.up }
    const pace = (now.sent - before.sent) / (now.at - before.at)
    if (!(pace > 0)) throw new Error('no byte of the sourceFiles has moved')
    return { seconds: (now.at - began + (bytes - now.sent) / pace) / 1000, sent: bytes }
  })
}

/** Five photographs of twelve megapixels, from opening the wizard to the provider's last word. */
export const enrolment: Part = async ({ sites, runs, full }: Context) => {
  const sent: Runs = {}
  const time: Runs = {}
  const troubles = new Troubles()
  await withBrowser(2020, async browser => {
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      const enrolled = await troubles.survive('portal', () => whole(browser, sites.portal, 'slow'))
      if (!enrolled) continue
      note(sent, 'portal', enrolled.sent)
      note(time, 'portal', enrolled.seconds)
    }
    await troubles.survive('ordinary', async () => {
      // What (b) sends is the same on any line, and on the slow one it takes twenty minutes.
      const free = await whole(browser, sites.ordinary, full ? 'slow' : 'free')
      note(sent, 'ordinary', free.sent)
      const slow = full ? free : await reckoned(browser, sites.ordinary, 'slow', free.sent)
      note(time, 'ordinary', slow.seconds)
    })
  })
  const how = `(b): a minute of its upload was measured and the rest reckoned by that pace; --full waits for all of it`
  return [
    {
      name: 'whole enrolment, five photos: bytes sent',
      unit: 'B',
      runs: sent,
      goal: { most: 1 / 18, against: 'ordinary' },
    },
    {
      name: 'whole enrolment at 150 kbit/s and 800 ms',
      unit: 's',
      runs: time,
      goal: { most: 1 / 12, against: 'ordinary' },
      ...troubles.note(full ? undefined : how),
    },
  ]
}
