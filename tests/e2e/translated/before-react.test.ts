import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bamako } from '../setup/answers.ts'
import { eventually } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { mark, translate, translated, untranslated } from '../setup/translator.ts'

/** Home and status without React, on a page that a translator has in its hands: its words follow what they tell of. */

const students = visitors()
const provider = await oneProvider()
const day = 24 * 3_600_000

async function open(path: string) {
  const { page, context } = await students.open('phone', provider.url)
  await translated(context)
  await page.goto(path)
  await page.locator('#late').waitFor({ state: 'detached' })
  return page
}
const words = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element, sign) => element.textContent?.replaceAll(sign, ''), mark)
const away = (page: Page, how: 'online' | 'offline') => page.evaluate(event => dispatchEvent(new Event(event)), how)

test('the line follows the network, there and back', async () => {
  const page = await open('/home')
  await eventually(() => words(page, '.net')).toMatch(/^En ligne/)
  for (const _ of ['once', 'twice']) {
    await away(page, 'offline')
    await eventually(() => words(page, '.net')).toBe('Hors connexion, tout est gardé.')
    await away(page, 'online')
    await eventually(() => words(page, '.net')).toMatch(/^En ligne/)
  }
  expect(await untranslated(page)).toEqual([])
})

test('home says what the dates say, and counts on', async () => {
  provider.memory.chrono = { statut: 1, resultat: { message: 'Jusque', dateHeure: bamako(day) } }
  const page = await open('/home')
  await page.getByRole('timer').waitFor()
  const timer = () => words(page, '[role=timer] tbody')
  const before = await timer()
  expect(before).toMatch(/^\d+$/)
  await eventually(timer).not.toBe(before)
  expect(await page.getByRole('timer').count()).toBe(1)
  await page.getByRole('link', { name: /^S'inscrire.*Bac \d{4}$/ }).waitFor()
  expect(await untranslated(page)).toEqual([])
})

test('the list of years is there once', async () => {
  const page = await open('/status')
  const years = field(page, 'annee').locator('option')
  await eventually(() => years.count()).toBeGreaterThan(1)
  const values = await years.evaluateAll(all => all.map(each => (each as HTMLOptionElement).value))
  expect(values).toEqual([...new Set(values)])
  expect(await untranslated(page)).toEqual([])
})

test('a page that the student has translated later goes on as well', async () => {
  const { page } = await students.at(provider.url, '/home')
  // An answer that comes later would be taken for the network, back again.
  await eventually(() => words(page, '.net')).toMatch(/Prêt hors connexion/)
  await translate(page)
  await away(page, 'offline')
  await eventually(() => words(page, '.net')).toBe('Hors connexion, tout est gardé.')
  expect(await untranslated(page)).toEqual([])
})
