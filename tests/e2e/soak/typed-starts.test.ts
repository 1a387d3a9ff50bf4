import { setTimeout as after } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import { random } from '../../random.ts'
import { devtools, installed, stored, visitHome } from '../setup/device.ts'
import { field, valuesOf } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** STARTS of the wizard without a network on a slow phone, half of them loaded again in the middle. */
const starts = Number(process.env.STARTS ?? 20)
const seed = Number(process.env.SEED ?? 20_261_130)
/** How many times slower than this machine: about an entry phone of 2020, and of 2016. */
const rates = [13, 28]
/** Milliseconds between two keys. */
const keyMs = 80

const network = badNetwork()
const phone = phones(networkFaults)

/** As a thumb does it: a key is never waited for, until all are `felt`. */
async function thumb(page: Page) {
  const session = await devtools(page)
  const sent: Promise<unknown>[] = []
  return {
    async type(text: string): Promise<void> {
      for (const key of text) {
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key }))
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', key }))
        await after(keyMs)
      }
    },
    felt: () => Promise.all(sent.splice(0)),
  }
}

const digits = (chance: () => number, count: number) =>
  Array.from({ length: count }, () => Math.floor(chance() * 10)).join('')

/** Once its lists are there, before React or after. */
async function begin(page: Page): Promise<void> {
  await page.goto('/register', { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const [years] = document.getElementsByName('anneeBac')
    return years instanceof HTMLSelectElement && years.options.length > 2
  })
}

/** Types all answers, and loads the page again after the one of this number. */
async function answerAll(page: Page, texts: Record<string, string>, reload: number): Promise<void> {
  await begin(page)
  await field(page, 'anneeBac').selectOption('2025')
  const { type, felt } = await thumb(page)
  for (const [at, [name, text]] of Object.entries(texts).entries()) {
    // What a draft has brought is typed over.
    await field(page, name).selectText()
    await type(text)
    if (at !== reload) continue
    await felt()
    await begin(page)
  }
  await field(page, 'tuteur').selectOption('NINA')
  await felt()
}

test.each(rates)(
  `on a phone %d times slower, ${starts} starts lose no letter`,
  async rate => {
    const chance = random(seed + rate)
    for (let start = 0; start < starts; ) {
      const own = phone(network.url)
      const { page: home, context } = await own.start()
      await network.find(context)
      await visitHome(home)
      await installed(home)
      await network.lose(context)
      await home.close()
      // Without a draft, and with one; each loaded again now and then.
      for (const end = start + 2; start < end; start += 1) {
        const page = await context.newPage()
        await (await devtools(page)).send('Emulation.setCPUThrottlingRate', { rate })
        const texts = { numPlace: digits(chance, 4), numAttest: digits(chance, 6), phone: `7${digits(chance, 7)}` }
        await answerAll(page, texts, Math.floor(chance() * 6))
        const all = { anneeBac: '2025', ...texts, tuteur: 'NINA' }
        const kept = async () => (await stored<Dossier>(page, 'dossiers')).map(({ answers }) => answers)
        await expect
          .poll(kept, { message: `start ${start} of ${seed}`, timeout: 40_000 })
          .toEqual([expect.objectContaining(all)])
        expect(await valuesOf(page, Object.keys(all)), `start ${start} of ${seed}`).toEqual(all)
        await page.close()
      }
      await own.dispose()
    }
  },
  starts * 60_000,
)
