import { setTimeout as after } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { precached } from '../../e2e/setup/builds.ts'
import { field } from '../../e2e/setup/hands.ts'
import { type Context, note, type Part, type Runs, Troubles } from './context.ts'
import { finished, givePhotos, toDocuments } from './enrolling.ts'
import type { Figure, Subject } from './figures.ts'
import { KeptPhone } from './kept-phone.ts'
import { newPhone, withBrowser } from './phone.ts'
import { type PhoneClass, phones } from './phone-class.ts'
import type { Site } from './site.ts'
import { sum } from './traffic.ts'
import { firstVisit } from './visit.ts'
import { largestText } from './watch.ts'

/** How soon the portal answers on slow phones, beside the page without scripts and beside another commit. */

/** What a task may last before it is felt; milliseconds. */
const unfelt = 50
/** When the student taps, after the first text; and when a tap that has shown nothing is lost. Milliseconds. */
const [tapMs, impatience] = [700, 20_000]

const goals = {
  blocked: { 2020: 100, 2016: 250 },
  tap: { 2020: 100, 2016: 200 },
  offline: { 2020: 500, 2016: 500 },
  typing: { 2020: 1_200, 2016: 1_200 },
} as const

type Measured = Extract<Subject, 'portal' | 'page' | 'beside'>
type Sites = readonly (readonly [Measured, Site])[]

const sitesOf = ({ sites: { portal, page, beside } }: Context): Sites => [
  ['page', page],
  ...(beside ? ([['beside', beside]] as const) : []),
  ['portal', portal],
]

/** Milliseconds from the tap until the page shows that it was tapped, or until another one comes. */
async function answerTo(page: Page, site: Site): Promise<number> {
  const seen = page.waitForEvent('console', { predicate: message => message.text() === 'bench: first text' })
  await site.begin('usual')
  await page.goto('/home', { waitUntil: 'commit' })
  await seen
  await after(tapMs)
  const link = page.locator('main a[href="/register"]').first()
  const place = await link.evaluate(one => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  const finger = await page.context().newCDPSession(page)
  const tapped = Date.now()
  const gone = page
    .waitForEvent('framenavigated', { timeout: impatience })
    .then(() => Date.now() - tapped)
    .catch(() => impatience)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const shown = page
    .waitForFunction(() => vitals.interactions.find(({ name }) => name === 'click')?.ms, undefined, {
      polling: 50,
      timeout: impatience,
    })
    .then(found => found.jsonValue())
    .then(ms => ms ?? impatience)
    .catch(() => impatience)
  return Math.min(await Promise.race([shown, gone]), impatience)
}

async function onFirstVisit(browser: Browser, sites: Sites, runs: number, phone: PhoneClass): Promise<Figure[]> {
  const [largest, blocked, longest, tap]: Runs[] = [{}, {}, {}, {}]
  const troubles = new Troubles()
  for (let run = 0; run < runs; run += 1) {
    for (const [subject, site] of sites) {
      const sight = await firstVisit(browser, site, { line: 'usual', files: undefined })
      note(largest as Runs, subject, sight.largestText / 1000)
      note(blocked as Runs, subject, sum(sight.tasks.map(ms => Math.max(0, ms - unfelt))))
      note(longest as Runs, subject, Math.max(0, ...sight.tasks))
      if (subject === 'page') continue
      await troubles.survive(subject, async () => {
        const page = await newPhone(browser, site.url)
        try {
          note(tap as Runs, subject, await answerTo(page, site))
        } finally {
          await page.context().close()
        }
      })
    }
  }
  return [
    { name: `${phone}: largest text, /home`, unit: 's', runs: largest as Runs, goal: { most: 1.03, against: 'page' } },
    { name: '… blocked until idle', unit: 'ms', runs: blocked as Runs, goal: { most: goals.blocked[phone] } },
    { name: '… longest task', unit: 'ms', runs: longest as Runs },
    {
      name: `… tap on the first link ${tapMs} ms after the first text`,
      unit: 'ms',
      runs: tap as Runs,
      goal: { most: goals.tap[phone] },
      ...troubles.note('until the page shows something, or the next one comes'),
    },
  ]
}

async function readyToType(page: Page): Promise<number> {
  await field(page, 'anneeBac').waitFor()
  return page.evaluate(() => performance.now())
}

async function withoutNetwork(context: Context, phone: PhoneClass): Promise<Figure[]> {
  const text: Runs = {}
  const typing: Runs = {}
  const troubles = new Troubles()
  for (const [subject, site] of sitesOf(context)) {
    const dir = context.dirs[subject]
    if (subject === 'page' || !dir) continue
    const kept = new KeptPhone(site)
    const open = <T>(path: string, work: (page: Page) => Promise<T>) =>
      kept.open(phone, async page => {
        await page.goto(path, { waitUntil: 'commit' })
        return work(page)
      })
    await troubles.survive(subject, async () => {
      await kept.install(precached(dir), undefined, subject === 'beside' ? '' : undefined)
      await site.link.set({ network: 'gone' })
      for (let run = 0; run < context.runs; run += 1) {
        note(text, subject, await open('/home', largestText))
        note(typing, subject, await open('/register', readyToType))
      }
    })
    await site.link.set({ network: 'there' })
    kept.dispose()
  }
  return [
    {
      name: '… start without a network, to the largest text',
      unit: 'ms',
      runs: text,
      goal: { most: goals.offline[phone] },
    },
    {
      name: '… and to a wizard that takes keys',
      unit: 'ms',
      runs: typing,
      goal: { most: goals.typing[phone] },
      ...troubles.note(),
    },
  ]
}

async function withPhotos(browser: Browser, sites: Sites, runs: number): Promise<Figure[]> {
  const longest: Runs = {}
  const queued: Runs = {}
  for (let run = 0; run < runs; run += 1) {
    for (const [subject, site] of sites) {
      if (subject === 'page') continue
      const page = await newPhone(browser, site.url)
      try {
        await site.begin('free')
        await toDocuments(page, site)
        await page.evaluate(() => {
          vitals.tasks = []
        })
        const began = Date.now()
        await givePhotos(page)
        await finished(page)
        note(queued, subject, (Date.now() - began) / 1000)
        note(longest, subject, Math.max(0, ...(await page.evaluate(() => vitals.tasks))))
      } finally {
        await page.context().close()
      }
    }
  }
  return [
    { name: '… five photos: longest task of the page', unit: 'ms', runs: longest },
    { name: '… from the first pick until all are prepared and sent, on a free line', unit: 's', runs: queued },
  ]
}

export const alive: Part = async context => {
  const sites = sitesOf(context)
  const figures: Figure[] = []
  for (const phone of phones) {
    await withBrowser(phone, async browser => {
      // The first visit of all pays for what the browser itself loads once.
      await firstVisit(browser, context.sites.page, { line: 'usual', files: undefined })
      figures.push(...(await onFirstVisit(browser, sites, context.runs, phone)))
    })
    figures.push(...(await withoutNetwork(context, phone)))
    await withBrowser(phone, async browser => {
      figures.push(...(await withPhotos(browser, sites, Math.min(context.runs, 2))))
    })
  }
  return figures
}
