import type { Browser, Page } from 'playwright-core'
import * as statusText from '../../../src/features/status/text.ts'
import { type Compared, compared, note, type Part, type Runs, Troubles } from './context.ts'
import { newPhone, withBrowser } from './phone.ts'
import type { Site } from './site.ts'
import { firstVisit } from './visit.ts'

/** A tap that has shown nothing after so long is lost; milliseconds. */
const impatience = 30_000
const typed = '76543210'

interface Tapped {
  /** Milliseconds from the navigation to the tap, and from there to its effect. */
  tap: number
  effect: number
}

const called = 'bench: aim '

/** Runs in the page: calls out where to put the finger as soon as anything is seen and the target is among it. */
function aim(target: string): void {
  const element = vitals.firstText > 0 ? document.querySelector(target) : null
  if (!element) {
    setTimeout(() => aim(target), 10)
    return
  }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Its first line: the middle of a link over two lines may be another's.
  const { x = 0, y = 0, width = 0, height = 0 } = element.getClientRects()[0] ?? {}
  console.debug(`bench: aim ${JSON.stringify([x + width / 2, y + height / 2, performance.timeOrigin])}`)
}

/** Taps once, as soon as it can be. @throws Error when nothing comes of it */
async function firstTap(
  site: Site,
  page: Page,
  path: string,
  target: string,
  works: () => Promise<void>,
): Promise<Tapped> {
  // Past Playwright, whose own care before a tap would be counted as the page's.
  const finger = await page.context().newCDPSession(page)
  await page.addInitScript(`${aim.toString()};aim('${target}')`)
  const seen = page.waitForEvent('console', { predicate: message => message.text().startsWith(called) })
  await site.begin('usual')
  await page.goto(path, { waitUntil: 'commit' })
  const [x = 0, y = 0, origin = 0]: number[] = JSON.parse((await seen).text().slice(called.length))
  const tapped = Date.now()
  const down = finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await Promise.all([down, finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })])
  await works()
  return { tap: tapped - origin, effect: Date.now() - tapped }
}

async function withPhone<T>(browser: Browser, site: Site, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await newPhone(browser, site.url)
  try {
    return await work(page)
  } finally {
    await page.context().close()
  }
}

const onLink = (browser: Browser, site: Site): Promise<Tapped> =>
  withPhone(browser, site, page =>
    firstTap(site, page, '/home', 'a[href="/status"]', async () => {
      await page.waitForURL('**/status', { waitUntil: 'commit', timeout: impatience })
      await page.getByRole('heading', { level: 1, name: statusText.title }).waitFor({ timeout: impatience })
    }),
  )

/** What is typed must still be there when the scripts have long taken over. */
const onField = (browser: Browser, site: Site): Promise<Tapped> =>
  withPhone(browser, site, page =>
    firstTap(site, page, '/status', '[name=phone]', async () => {
      await page.keyboard.type(typed, { delay: 60 })
      await site.quiet(3_000)
      const value = await page.locator('[name=phone]').inputValue()
      if (value !== typed) throw new Error(`"${value}" is left of ${typed} that were typed`)
    }),
  )

/** The first tap that does what it should, against the first text of (a). */
export const taps: Part = async ({ sites, runs }) => {
  const link: Runs = {}
  const shown: Runs = {}
  const field: Runs = {}
  const troubles = new Troubles()
  await withBrowser(2020, async browser => {
    for (let run = 0; run < runs; run += 1) {
      const { firstText } = await firstVisit(browser, sites.page, { line: 'usual', files: undefined })
      for (const values of [link, field]) note(values, 'base', firstText / 1000)
      for (const subject of compared) await once(subject)
    }
    async function once(subject: Compared): Promise<void> {
      const tapped = await troubles.survive(subject, () => onLink(browser, sites[subject]))
      if (tapped) {
        note(link, subject, tapped.tap / 1000)
        note(shown, subject, tapped.effect / 1000)
      }
      // (a) has no script that could take a field over.
      const typed = subject !== 'page' && (await troubles.survive(subject, () => onField(browser, sites[subject])))
      if (typed) note(field, subject, typed.tap / 1000)
    }
  })
  const goal = { most: 1.1, against: 'base' } as const
  const base = 'the base is the first text of (a) in the same part'
  return [
    { name: 'first tap that works, on a link', unit: 's', runs: link, goal, ...troubles.note(base) },
    { name: '… from there to the new heading', unit: 's', runs: shown },
    {
      name: 'first tap that works, on a field',
      unit: 's',
      runs: field,
      goal,
      note: 'what was typed stays, 3 s after all is still',
    },
  ]
}
