import type { Page } from 'playwright-core'
import * as wizardText from '../../../src/features/enrolment/text.ts'
import { precached } from '../../e2e/setup/builds.ts'
import { field } from '../../e2e/setup/hands.ts'
import type { Context } from './context.ts'
import { type Figure, note, type Runs, Troubles } from './figures.ts'
import { portals } from './first-sight.ts'
import { KeptPhone, type PhoneClass, phones } from './phone.ts'
import { largestText, whenSaid, wizardUntil } from './watch.ts'

/** The slowest of a few keys, in milliseconds: what has to be drawn and kept behind each of them. */
async function slowestKey(page: Page): Promise<number> {
  await field(page, 'numAttest').focus()
  await page.keyboard.type('123456', { delay: 120 })
  // The browser never reports a key of under 16 ms, so nothing tells that the last report has come.
  await page.waitForTimeout(500)
  const keys = await page.evaluate(() => vitals.interactions.filter(({ name }) => name.startsWith('key')))
  return Math.max(0, ...keys.map(({ ms }) => ms))
}

/** How soon an installed portal is there without a network, and how soon it takes answers. */
export async function startsWithoutNetwork({ sites, runs }: Context, phone: PhoneClass): Promise<Figure[]> {
  const [text, typing, adopted, draft, key]: [Runs, Runs, Runs, Runs, Runs] = [{}, {}, {}, {}, {}]
  const troubles = new Troubles()
  for (const [subject, site] of portals(sites)) {
    const kept = new KeptPhone(site)
    const starts = async () => {
      for (let run = 0; run < runs; run += 1) {
        await kept.open(phone, async page => {
          note(text, subject, await largestText(page))
        })
        await kept.open(phone, async page => {
          const isAnswerable = whenSaid(page, 'takes keys')
          note(adopted, subject, await wizardUntil(page, 'adopted'))
          await isAnswerable
          note(typing, subject, await page.evaluate(() => vitals.wizard['takes keys'] ?? Number.NaN))
        })
      }
      await kept.open(phone, async page => {
        await wizardUntil(page, 'adopted')
        await field(page, 'anneeBac').selectOption({ index: 1 })
        await page.getByText(wizardText.allSaved).waitFor()
        note(key, subject, await slowestKey(page))
      })
      for (let run = 0; run < runs; run += 1)
        await kept.open(phone, async page => note(draft, subject, await wizardUntil(page, 'holds the draft')))
    }
    await troubles.survive(subject, async () => {
      await kept.install(precached(site.dir), subject === 'beside' ? '' : undefined)
      await site.withoutNetwork(starts)
    })
    kept.dispose()
  }
  return [
    { name: '… start without a network, to the largest text', unit: 'ms', runs: text, goal: { most: 500 } },
    { name: '… and to a wizard that takes keys', unit: 'ms', runs: typing, goal: { most: 1_200 }, ...troubles.note() },
    { name: '… which React has adopted', unit: 'ms', runs: adopted },
    { name: '… and to a wizard with the answers of a draft', unit: 'ms', runs: draft, goal: { most: 1_500 } },
    { name: '… slowest key there', unit: 'ms', runs: key },
  ]
}

/** Alone, for who works at these starts: `--only alive` has them too. */
export async function offline(context: Context): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const phone of phones) figures.push(...(await startsWithoutNetwork(context, phone)))
  return figures
}
