import { setTimeout as after } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Context } from './context.ts'
import { finished, givePhotos, toDocuments } from './enrolling.ts'
import { type Figure, note, type Runs, Troubles } from './figures.ts'
import { compared, portals } from './first-sight.ts'
import { startsWithoutNetwork } from './offline.ts'
import { type PhoneClass, phones, withBrowser, withPhone } from './phone.ts'
import type { Site } from './site.ts'
import { firstVisit } from './visit.ts'
import { blockedBy, openUntil, whenSaid } from './watch.ts'

/** How soon the portal answers on slow phones, beside the page without scripts and beside another commit. */

/** When the student taps, after the first text; and when a tap that has shown nothing is lost. Milliseconds. */
const [tapMs, impatience] = [700, 20_000]

const goals = {
  blocked: { 2020: 100, 2016: 250 },
  tap: { 2020: 100, 2016: 200 },
} as const

/** Milliseconds from the tap until the page shows that it was tapped, or until another one comes. */
async function answerTo(page: Page, site: Site): Promise<number> {
  await site.begin('usual')
  await openUntil(page, '/home', 'first text')
  await after(tapMs)
  const place = await page.evaluate(() => {
    const link = document.querySelector('main a[href="/register"]')
    link?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = link?.getBoundingClientRect() ?? new DOMRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  // Past Playwright, whose own care before a tap would be counted as the page's.
  const finger = await page.context().newCDPSession(page)
  const tapped = Date.now()
  const gone = page.waitForEvent('framenavigated', { timeout: impatience }).then(() => Date.now() - tapped)
  const shown = whenSaid(page, 'click', impatience).then(() =>
    page.evaluate(() => Math.max(...vitals.interactions.map(({ ms }) => ms))),
  )
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  return Promise.race([shown, gone].map(way => way.catch(() => impatience)))
}

async function onFirstVisit(browser: Browser, { sites, runs }: Context, phone: PhoneClass): Promise<Figure[]> {
  const [largest, blocked, longest, tap]: [Runs, Runs, Runs, Runs] = [{}, {}, {}, {}]
  const troubles = new Troubles()
  // The first visit of all pays for what the browser itself loads once.
  await firstVisit(browser, sites.page, 'usual')
  for (let run = 0; run < runs; run += 1) {
    for (const [subject, site] of compared(sites)) {
      const sight = await firstVisit(browser, site, 'usual')
      note(largest, subject, sight.largestText / 1000)
      note(blocked, subject, blockedBy(sight.tasks))
      note(longest, subject, Math.max(0, ...sight.tasks))
      if (subject === 'page') continue
      await troubles.survive(subject, () =>
        withPhone(browser, site, async page => note(tap, subject, await answerTo(page, site))),
      )
    }
  }
  return [
    { name: `${phone}: largest text, /home`, unit: 's', runs: largest, goal: { most: 1.03, against: 'page' } },
    { name: '… blocked until idle', unit: 'ms', runs: blocked, goal: { most: goals.blocked[phone] } },
    { name: '… longest task', unit: 'ms', runs: longest },
    {
      name: `… tap on the first link ${tapMs} ms after the first text`,
      unit: 'ms',
      runs: tap,
      goal: { most: goals.tap[phone] },
      ...troubles.note('until the page shows something, or the next one comes'),
    },
  ]
}

async function withPhotos(browser: Browser, { sites, runs }: Context): Promise<Figure[]> {
  const [longest, kept, sent]: [Runs, Runs, Runs] = [{}, {}, {}]
  for (let run = 0; run < Math.min(runs, 2); run += 1) {
    for (const [subject, site] of portals(sites)) {
      await withPhone(browser, site, async page => {
        await site.begin('free')
        await toDocuments(page, site)
        await page.evaluate(() => {
          vitals.tasks = []
        })
        const began = Date.now()
        note(kept, subject, await givePhotos(page))
        await finished(page)
        note(sent, subject, (Date.now() - began) / 1000)
        note(longest, subject, Math.max(0, ...(await page.evaluate(() => vitals.tasks))))
      })
    }
  }
  return [
    { name: '… five photos: longest task of the page', unit: 'ms', runs: longest },
    { name: '… from a pick until the photo is kept, on average', unit: 's', runs: kept },
    { name: '… from the first pick until all are prepared and sent, on a free line', unit: 's', runs: sent },
  ]
}

export async function alive(context: Context): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const phone of phones) {
    figures.push(...(await withBrowser(phone, browser => onFirstVisit(browser, context, phone))))
    figures.push(...(await startsWithoutNetwork(context, phone)))
    figures.push(...(await withBrowser(phone, browser => withPhotos(browser, context))))
  }
  return figures
}
