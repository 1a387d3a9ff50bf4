import { expect, test } from 'vitest'
import { eventually } from '../setup/device.ts'
import { field, press } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { expectAt } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'
import { proposedWords, rows, share, shownWords, wordsOffered } from './tablet.ts'

/** Three words as a code: offered, taken, written down, typed, and remembered in any spelling. */

const students = visitors()
const provider = await oneProvider()

async function atForm(device: 'phone' | 'tablet' = 'phone') {
  const visit = await students.open(device, provider.url)
  const { page } = visit
  await share(page)
  await page.goto('/register')
  await press(page, 'Commencer un nouveau dossier')
  await wordsOffered(page)
  return visit
}

test('taken they stand in the first field; the second is the student’s, who is led there; others take their place', async () => {
  const { page } = await atForm()
  await press(page, 'Prendre ces mots')
  await expectAt(field(page, 'code-repete'))
  expect(await field(page, 'code-choisi').inputValue()).toBe(await shownWords(page))
  expect(await field(page, 'code-repete').inputValue()).toBe('')
  await page.getByText('Tapez les trois mots, comme sur votre papier.').waitFor()
  await press(page, 'Protéger et commencer')
  await page.getByText('Les deux codes ne sont pas les mêmes.').waitFor()
  expect(await rows(page)).toEqual([])
  await press(page, "D'autres mots")
  await eventually(() => field(page, 'code-choisi').inputValue()).toBe(await shownWords(page))
  await field(page, 'code-choisi').fill('un code à moi')
  const own = await shownWords(page)
  await press(page, "D'autres mots")
  await eventually(() => shownWords(page)).not.toBe(own)
  expect(await field(page, 'code-choisi').inputValue()).toBe('un code à moi')
})

test.each([
  ['phone', 320],
  ['phone', 360],
  ['tablet', 800],
] as const)(
  'on a %s of %i pixels they are large, whole, and nothing is wider than the screen',
  async (device, width) => {
    const { page } = await atForm(device)
    await page.setViewportSize({ width, height: 640 })
    const words = await proposedWords(page)
      .locator('strong')
      .evaluateAll(each =>
        each.map(word => ({
          font: Number.parseFloat(getComputedStyle(word).fontSize),
          cut: word.scrollWidth > word.clientWidth,
        })),
      )
    expect(Math.min(...words.map(({ font }) => font))).toBeGreaterThanOrEqual(28)
    expect(words.map(({ cut }) => cut)).toEqual([false, false, false])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)
