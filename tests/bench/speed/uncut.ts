import type { Browser } from 'playwright-core'
import { type Context, note, type Part, type Runs, Troubles } from './context.ts'
import { finished, givePhotos, toDocuments } from './enrolling.ts'
import { newPhone, withBrowser } from './phone.ts'
import type { Site } from './site.ts'
import { bodies, sum } from './traffic.ts'

interface Cost {
  requests: number
  /** Bytes up and down: of the calls alone, and with their heads. */
  bytes: number
  seconds: number
}

/** The portal lies on the phone: what is measured is what the enrolment itself says to the provider. */
async function enrolment(browser: Browser, site: Site): Promise<Cost> {
  const page = await newPhone(browser, site.url)
  try {
    await site.begin('free')
    await page.goto('/')
    await site.quiet(5_000)
    await site.begin('usual')
    const began = Date.now()
    await toDocuments(page, site)
    await givePhotos(page)
    await finished(page)
    const seconds = (Date.now() - began) / 1000
    const calls = site.traffic.answers.filter(({ method }) => method !== 'GET')
    const down = bodies(calls) + sum(calls.map(({ head }) => head))
    return { requests: calls.length, bytes: site.traffic.up + down, seconds }
  } finally {
    await page.context().close()
  }
}

/** A whole enrolment on a line that never cuts, beside what another commit pays for it. */
export const uncut: Part = async ({ sites: { portal, beside }, runs }: Context) => {
  const costs: Record<keyof Cost, Runs> = { requests: {}, bytes: {}, seconds: {} }
  const troubles = new Troubles()
  await withBrowser(2020, async browser => {
    for (let run = 0; run < Math.min(runs, 5); run += 1) {
      for (const [subject, site] of [
        ['portal', portal],
        ['beside', beside],
      ] as const) {
        const cost = site && (await troubles.survive(subject, () => enrolment(browser, site)))
        if (!cost) continue
        for (const measure of ['requests', 'bytes', 'seconds'] as const) note(costs[measure], subject, cost[measure])
      }
    }
  })
  const goal = { most: 1.01, against: 'beside' } as const
  const name = 'enrolment at 400 kbit/s, never cut'
  return [
    { name: `${name}: requests`, unit: '', runs: costs.requests, goal, ...troubles.note() },
    { name: '… bytes, heads included', unit: 'B', runs: costs.bytes, goal },
    { name: '… time', unit: 's', runs: costs.seconds, goal },
  ]
}
