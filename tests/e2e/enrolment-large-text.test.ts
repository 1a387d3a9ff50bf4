import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { completeAnswers, confirm, dialog, field, fill, press } from './setup/hands.ts'
import { button } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A phone whose letters are twice as large, and as narrow as phones are. */

const students = visitors(['--blink-settings=defaultFontSize=32'])
const provider = await oneProvider()

/** Pressed by a thumb as it lies there, without any scrolling. */
async function expectInSight(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const { x, y, width: w, height: h } = box ?? { x: -1, y: -1, width: 0, height: 0 }
  expect([x >= 0, y >= 0, x + w <= width, y + h <= height, h >= 48], JSON.stringify(box)).toEqual(Array(5).fill(true))
}

async function expectNoSideways(page: Page): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await wide()).toBeLessThanOrEqual(0)
  const sheet = dialog(page).locator('article')
  if (await sheet.count())
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
}

/** Each pair of digits stands in one line. */
async function expectWholePairs(number: Locator): Promise<void> {
  const pairs = await number.locator('span').evaluateAll(spans =>
    spans.map(span => {
      const range = document.createRange()
      range.selectNodeContents(span)
      return { text: span.textContent, lines: range.getClientRects().length }
    }),
  )
  expect(pairs).toEqual(['76', '54', '32', '10'].map(text => ({ text, lines: 1 })))
}

describe.each([
  [360, 740],
  [320, 640],
])('a student with large letters on a phone of %i × %i', (width, height) => {
  test('reads both questions, answers them without looking for the button, and sees the number whole', async () => {
    const { page } = await students.open('phone', provider.url, { viewport: { width, height } })
    await page.goto('/register')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await fill(page, completeAnswers)
    await dialog(page).waitFor()
    await expectInSight(page, button(page, 'Je confirme'))
    await expectNoSideways(page)
    await confirm(page)
    await expectNoSideways(page)
    await field(page, 'attestation').check()
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    await expectInSight(page, button(page, 'Je confirme'))
    await expectInSight(page, button(page, 'Annuler'))
    await expectNoSideways(page)
    await expectWholePairs(dialog(page).locator('strong'))
    await confirm(page)
    await field(page, 'otp').waitFor()
    await expectNoSideways(page)
    await expectWholePairs(page.locator('form strong').first())
  })
})
