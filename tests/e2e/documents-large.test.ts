import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { askew, pickId, rowButton } from './photos/album.ts'
import { cameraAllowed } from './setup/browser.ts'
import { eventually } from './setup/device.ts'
import { dialog, documentState, pressInRow, sendDocument, toDocuments } from './setup/hands.ts'
import { expectUsable } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** The documents for who has doubled the size of text, on a screen of 320 pixels; and for who has no pointer. */

const students = visitors(['--blink-settings=defaultFontSize=32', ...cameraAllowed])
const provider = await oneProvider()

const small = { viewport: { width: 320, height: 640 } }

async function atDocuments() {
  const visit = await students.open('phone', provider.url, small)
  await toDocuments(visit.page)
  return visit
}

/** What the open dialog shows of itself. */
const measured = (page: Page) =>
  dialog(page).evaluate(sheet => {
    const inner = sheet.querySelector('article') ?? sheet
    const stage = sheet.querySelector('.stage')?.getBoundingClientRect()
    const buttons = [...sheet.querySelectorAll('button:not([data-corner])')].map(one => one.getBoundingClientRect())
    return {
      sideways: Math.max(inner.scrollWidth - inner.clientWidth, inner.clientWidth - innerWidth),
      stage: (stage?.height ?? 0) / innerHeight,
      smallest: Math.min(...buttons.flatMap(({ width, height }) => [Math.round(width), Math.round(height)])),
    }
  })

async function expectSpace(page: Page): Promise<void> {
  await eventually(() => measured(page).then(({ stage }) => stage)).toBeGreaterThanOrEqual(0.45)
  const { sideways, smallest } = await measured(page)
  expect(sideways, 'no wider than the screen').toBeLessThanOrEqual(0)
  expect(smallest, 'as large as the tip of a thumb').toBeGreaterThanOrEqual(48)
}

/** By scrolling the sheet, as a finger would. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  const one = dialog(page).getByRole('button', { name, exact: true })
  await one.scrollIntoViewIfNeeded()
  const box = await one.boundingBox()
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 320 && box.y + box.height <= 640
}

describe('text of twice the size', () => {
  test('has room in the rows, open and folded', async () => {
    const { page } = await atDocuments()
    await expectUsable(page, 'empty rows')
    await pickId(page, 'attest', await askew())
    await documentState(page, 'attest', 'sent')
    await rowButton(page, 'attest', 'Recadrer sur la feuille').waitFor()
    await expectUsable(page, 'a photo with a suggestion')
  })

  test('leaves the editor nearly half of the screen, and its buttons within reach', async () => {
    const { page } = await atDocuments()
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    await pressInRow(page, 'attest', 'Recadrer / tourner')
    await dialog(page).locator('.stage img').waitFor()
    await expectSpace(page)
    for (const name of ["Tourner d'un quart de tour à droite", 'Fermer', 'Annuler', 'Utiliser cette photo'])
      expect(await isInSight(page, name), name).toBe(true)
    await dialog(page).getByRole('button', { name: 'Utiliser cette photo' }).click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('leaves the camera nearly half of the screen, and its buttons within reach', async () => {
    const { page } = await atDocuments()
    await pressInRow(page, 'carteid', 'Photographier sans quitter le portail')
    await dialog(page).waitFor()
    await expectSpace(page)
    for (const name of ['Annuler', 'Prendre la photo', 'Autre caméra'])
      expect(await isInSight(page, name), name).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })
})

test('a document is given by the keyboard alone, which is led from row to row', async () => {
  const { page } = await atDocuments()
  const line = () =>
    page.evaluate(() => document.activeElement?.closest('[data-document]')?.getAttribute('data-document'))
  const word = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await page.locator('h1').focus()
  await page.keyboard.press('Tab')
  for (let press = 0; press < 3 && (await line()) !== 'actenaiss'; press += 1) await page.keyboard.press('Tab')
  expect(await line()).toBe('actenaiss')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await word()).toBe('Choisir une photo')
  const [gallery] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  expect(await gallery.element().getAttribute('name')).toBe('actenaiss')
  await gallery.setFiles(await smallPhoto('actenaiss'))
  await eventually(line).toBe('carteid')
  await page.keyboard.press('Enter')
  await eventually(() => page.locator('details[open]').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await word()).toBe('Prendre une photo')
})
