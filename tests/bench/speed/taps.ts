import { setTimeout as after } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { statusText } from '../../../src/status/text.ts'
import { type Compared, compared, note, type Part, type Runs, Troubles } from './context.ts'
import { newPhone, withBrowser } from './phone.ts'
import type { Site } from './site.ts'
import { firstVisit } from './visit.ts'

/** A tap that has shown nothing after so long is made again; milliseconds. */
const impatience = 15_000
const attempts = 4
const typed = '76543210'

interface Tapped {
  /** Milliseconds from the navigation to the tap that worked, and from there to its effect. */
  tap: number
  effect: number
}

/** Where to put the finger, as soon as there is something to be seen and the target among it. */
function place(page: Page, selector: string): Promise<{ x: number; y: number; origin: number }> {
  return page.evaluate(async target => {
    const seen = () => (vitals.firstText > 0 ? document.querySelector(target) : null)
    for (let look = 0; !seen() && look < 2_000; look += 1) await new Promise(resolve => setTimeout(resolve, 25))
    const element = seen()
    if (!element) throw new Error(`${target} is nowhere on ${location.pathname}`)
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    // Its first line: the middle of a link over two lines may be another's.
    const { x = 0, y = 0, width = 0, height = 0 } = element.getClientRects()[0] ?? {}
    return { x: x + width / 2, y: y + height / 2, origin: performance.timeOrigin }
  }, selector)
}

/** Taps until `works` resolves. The time is that of the tap which worked. */
async function tapUntil(page: Page, selector: string, works: (patience: number) => Promise<unknown>): Promise<Tapped> {
  let origin: number | undefined
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const spot = await place(page, selector)
    origin ??= spot.origin
    const tapped = Date.now()
    await page.touchscreen.tap(spot.x, spot.y)
    const worked = await works(impatience).then(
      () => true,
      () => false,
    )
    if (worked) return { tap: tapped - origin, effect: Date.now() - tapped }
  }
  throw new Error(`${attempts} taps on ${selector} did nothing`)
}

async function onLink(browser: Browser, site: Site): Promise<Tapped> {
  const page = await newPhone(browser, site.url)
  try {
    await site.begin('usual')
    await page.goto('/home', { waitUntil: 'commit' })
    return await tapUntil(page, 'a[href="/status"]', async timeout => {
      await page.waitForURL('**/status', { waitUntil: 'commit', timeout })
      await page.getByRole('heading', { level: 1, name: statusText.title }).waitFor({ timeout })
    })
  } finally {
    await page.context().close()
  }
}

/** What is typed must still be there when the scripts have long taken over. */
async function onField(browser: Browser, site: Site): Promise<Tapped> {
  const page = await newPhone(browser, site.url)
  const selector = '[name="phone"]'
  const focused = () => page.evaluate(name => document.activeElement?.matches(name) === true, selector)
  try {
    await site.begin('usual')
    await page.goto('/status', { waitUntil: 'commit' })
    return await tapUntil(page, selector, async () => {
      if (!(await focused())) throw new Error('not focused')
      await page.keyboard.type(typed, { delay: 60 })
      await site.quiet(3_000)
      const value = await page.locator(selector).inputValue()
      if (value !== typed) throw new Error(`"${value}" is left of ${typed}`)
    })
  } finally {
    await page.context().close()
  }
}

/** The first tap that does what it should, against the first text of (a). */
export const taps: Part = async ({ sites, runs }) => {
  const link: Runs = {}
  const shown: Runs = {}
  const field: Runs = {}
  const troubles = new Troubles()
  await withBrowser(4, async browser => {
    for (let run = 0; run < runs; run += 1) {
      const { firstText } = await firstVisit(browser, sites.page, { line: 'usual', files: undefined })
      for (const values of [link, field]) note(values, 'base', firstText / 1000)
      for (const subject of compared) await once(subject)
      await after(200)
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
