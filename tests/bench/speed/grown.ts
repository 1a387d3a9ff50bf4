import type { Page } from 'playwright-core'
import { precached } from '../../e2e/setup/builds.ts'
import { field } from '../../e2e/setup/hands.ts'
import { type Context, note, type Part, type Runs } from './context.ts'
import { KeptPhone } from './kept-phone.ts'
import { seed, seededPhone } from './seed.ts'
import { largestText } from './watch.ts'

/** Milliseconds from the navigation until the draft stands in the wizard. */
function draftShown(page: Page): Promise<number> {
  return page.evaluate(async phone => {
    const shown = () => document.querySelector<HTMLInputElement>('[name="phone"]')?.value === phone
    while (!shown()) await new Promise(resolve => setTimeout(resolve, 16))
    await new Promise(resolve => requestAnimationFrame(resolve))
    return performance.now()
  }, seededPhone)
}

/** The slowest of a few keys, in milliseconds: what has to be drawn and kept behind each of them. */
async function slowestKey(page: Page): Promise<number> {
  await field(page, 'numAttest').focus()
  await page.keyboard.type('123456', { delay: 120 })
  // The browser never reports a key of under 16 ms, so nothing tells that the last report has come.
  await page.waitForTimeout(500)
  const taken = await page.evaluate(() => vitals.interactions.filter(({ name }) => name.startsWith('key')))
  return Math.max(0, ...taken.map(({ ms }) => ms))
}

interface Start {
  home: number
  draft: number
  key: number
}

async function starts({ dirs, sites: { portal }, runs }: Context, dossiers: number): Promise<Start[]> {
  const phone = new KeptPhone(portal)
  try {
    await phone.install(precached(dirs.portal), async page => {
      // The wizard makes the database, and the network goes before what is seeded could leave.
      await page.goto('/register')
      await page.locator('[aria-current="step"]').waitFor()
      await portal.quiet()
      await portal.link.set({ network: 'gone' })
      await seed(page, dossiers, 2)
    })
    const all: Start[] = []
    for (let run = 0; run < runs; run += 1) {
      const home = await phone.open(2020, async page => {
        await page.goto('/home', { waitUntil: 'commit' })
        return largestText(page)
      })
      all.push(
        await phone.open(2020, async page => {
          await page.goto('/register', { waitUntil: 'commit' })
          return { home, draft: await draftShown(page), key: await slowestKey(page) }
        }),
      )
    }
    return all
  } finally {
    await portal.link.set({ network: 'there' })
    phone.dispose()
  }
}

/** A tablet with 100 dossiers and 200 photos that wait, against one with a single dossier. No network in either. */
export const grown: Part = async context => {
  const home: Runs = {}
  const draft: Runs = {}
  const key: Runs = {}
  for (const [subject, dossiers] of [
    ['base', 1],
    ['portal', 100],
  ] as const) {
    for (const start of await starts(context, dossiers)) {
      note(home, subject, start.home)
      note(draft, subject, start.draft)
      note(key, subject, start.key)
    }
  }
  const goal = { most: 1.1, against: 'base' } as const
  const base = 'the base has 1 dossier and 2 photos; started without a network'
  return [
    { name: '100 dossiers, 200 photos: /home to its largest text', unit: 'ms', runs: home, goal, note: base },
    { name: '… /register to the draft in its fields', unit: 'ms', runs: draft, goal },
    { name: '… slowest key while typing', unit: 'ms', runs: key },
  ]
}
