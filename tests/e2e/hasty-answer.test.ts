import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../src/core/db/dossier.ts'
import { page as printed } from '../photos/pictures.ts'
import { pickPhoto } from './photos/album.ts'
import { cameraAllowed } from './setup/browser.ts'
import { stored } from './setup/device.ts'
import { dialogAt, fingerOn, painted, placeOf, reads, slowDown, watchDialogs } from './setup/finger.ts'
import {
  completeAnswers,
  dialog,
  documentRow,
  documentState,
  field,
  fill,
  fillFirstStep,
  press,
  pressInRow,
  toDocuments,
} from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A question counts what was meant for it: no tap that was on its way when it came, and none of a hand at work. */

const students = visitors(cameraAllowed)
const provider = await oneProvider()
const save = 'etudiant/enrolement/add'
const search = 'etudiant/search/matricule'
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Je confirme' })

/** Pixels between « Continuer » and the lower edge: there a sheet of the usual height has its buttons. */
const overEdge = 16

/** As far down as the thumb is. */
const toEdge = (page: Page, name: string) =>
  button(page, name).evaluate((one, rest) => {
    scrollBy({ top: one.getBoundingClientRect().bottom - innerHeight + rest, behavior: 'instant' })
  }, overEdge)

async function atContinue(): Promise<Page> {
  const { page } = await students.open('phone', provider.url)
  await watchDialogs(page)
  await page.goto('/register')
  await fillFirstStep(page)
  return page
}

describe.each([1, 6])('on a processor that is %i times slower, ATTENTION', slower => {
  test('takes the second tap of a double tap neither for a yes nor for a no; a tap after it was read counts', async () => {
    const page = await atContinue()
    const finger = await fingerOn(page)
    await slowDown(page, slower)
    for (const pause of [60, 120, 200, 300, 400]) {
      for (const share of [0.25, 0.75]) {
        await toEdge(page, 'Continuer')
        const thumb = await placeOf(button(page, 'Continuer'), share)
        const time = Date.now()
        const first = finger.tap(thumb, time)
        await page.waitForTimeout(pause)
        await Promise.all([first, finger.tap(thumb, time + pause)])
        await confirm(page).waitFor()
        await painted(page)
        await roundTrip(page)
        expect(await confirm(page).isVisible(), `${pause} ms, ${share}`).toBe(true)
        expect(provider.calls(save), `${pause} ms, ${share}`).toEqual([])
        await page.keyboard.press('Escape')
        await dialog(page).waitFor({ state: 'detached' })
      }
    }
    await toEdge(page, 'Continuer')
    await finger.tap(await placeOf(button(page, 'Continuer')))
    await confirm(page).waitFor()
    await reads(page, 700)
    await finger.tap(await placeOf(confirm(page)))
    await field(page, 'otp').waitFor()
    expect(provider.calls(save)).toHaveLength(1)
  })

  test.each(['Je confirme', 'Annuler', 'Fermer'])(
    'is not answered by a tap on « %s » before it was read',
    async name => {
      const page = await atContinue()
      const finger = await fingerOn(page)
      await slowDown(page, slower)
      const answer = dialog(page).getByRole('button', { name })
      for (const pause of [-50, 0, 77, 228, 400]) {
        await press(page, 'Continuer')
        await answer.waitFor()
        const at = await placeOf(answer)
        const time = (await dialogAt(page)) + pause
        await page.waitForTimeout(Math.max(0, time - Date.now()))
        await finger.tap(at, time)
        await painted(page)
        await roundTrip(page)
        expect(await answer.isVisible(), `${pause} ms`).toBe(true)
        expect(provider.calls(save), `${pause} ms`).toEqual([])
        await page.keyboard.press('Escape')
        await dialog(page).waitFor({ state: 'detached' })
      }
    },
  )
})

test('a tap that a busy page hears late counts from when the finger came down', async () => {
  const page = await atContinue()
  const finger = await fingerOn(page)
  await press(page, 'Continuer')
  await confirm(page).waitFor()
  const at = await placeOf(confirm(page))
  await painted(page)
  // Whatever the page does half a second later, it has done when it hears of the finger.
  await expect.poll(() => confirm(page).isEnabled()).toBe(true)
  await finger.tap(at, (await dialogAt(page)) + 400)
  await painted(page)
  await roundTrip(page)
  expect(provider.calls(save)).toEqual([])
  await reads(page, 700)
  await finger.tap(at)
  await field(page, 'otp').waitFor()
})

test('a key that is held down, or pressed twice, on « Continuer » confirms nothing', async () => {
  const page = await atContinue()
  await button(page, 'Continuer').focus()
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await confirm(page).waitFor()
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await roundTrip(page)
  expect(provider.calls(save)).toEqual([])
  expect(await confirm(page).isVisible()).toBe(true)
})

test('a screen reader, which presses without a finger, is heard at once', async () => {
  const page = await atContinue()
  await press(page, 'Continuer')
  await confirm(page).waitFor()
  await confirm(page).evaluate((one: HTMLElement) => one.click())
  await field(page, 'otp').waitFor()
})

describe('a question that comes by itself', () => {
  /** Everything is given, and the provider has not answered yet who that is. */
  async function searching() {
    const { page } = await students.open('phone', provider.url)
    await watchDialogs(page)
    await page.goto('/register')
    const { hold, open } = gate()
    provider.script(search, { hold })
    await fill(page, { ...completeAnswers, numAttest: '' })
    await field(page, 'ae').blur()
    await expect.poll(() => provider.calls(search).length).toBe(1)
    const found = async () => {
      open()
      await expect.poll(() => field(page, 'matricule').inputValue()).not.toBe('')
      await painted(page)
      await painted(page)
    }
    return { page, found, finger: await fingerOn(page) }
  }

  test('waits until the finger is up', async () => {
    const { page, found, finger } = await searching()
    await finger.down(await placeOf(field(page, 'numAttest')))
    await found()
    expect(await dialog(page).count()).toBe(0)
    await finger.up()
    await confirm(page).waitFor()
  })

  test('waits until nothing is typed, and takes no letter from its field', async () => {
    const { page, found } = await searching()
    await field(page, 'numAttest').focus()
    await page.keyboard.type('20')
    await found()
    for (const digit of '4518') {
      await page.keyboard.type(digit)
      await page.waitForTimeout(150)
      expect(await dialog(page).count()).toBe(0)
    }
    await confirm(page).waitFor()
    expect(await field(page, 'numAttest').inputValue()).toBe('204518')
  })

  test.each([77, 228])('is not answered by the tap on its way %i ms after it came', async pause => {
    const { page, found, finger } = await searching()
    await found()
    await confirm(page).waitFor()
    await finger.tap(await placeOf(confirm(page)), (await dialogAt(page)) + pause)
    await painted(page)
    expect((await stored<Dossier>(page, 'dossiers'))[0]?.answers.confirmed).toBeUndefined()
    expect(await confirm(page).isVisible()).toBe(true)
    await confirm(page).click()
    await dialog(page).waitFor({ state: 'detached' })
  })
})

describe('the same is true of', () => {
  /** A finger that was on its way when it opened; and once more after it was read. */
  async function tapTwice(
    page: Page,
    open: () => Promise<unknown>,
    on: Locator,
    unanswered: () => Promise<unknown>,
  ): Promise<void> {
    const finger = await fingerOn(page)
    const time = Date.now()
    await open()
    await on.scrollIntoViewIfNeeded()
    await finger.tap(await placeOf(on), time)
    await painted(page)
    await roundTrip(page)
    await unanswered()
    await expect.poll(() => on.isEnabled()).toBe(true)
    await finger.tap(await placeOf(on))
  }

  test('advice on a photo, the editor and the camera', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    const dark = await printed().linear(0.2, 0).jpeg().toBuffer()
    const keep = documentRow(page, 'attest').getByRole('button', { name: 'Garder quand même' })
    const isThere = (button: Locator) => async () => expect(await button.isVisible()).toBe(true)
    await tapTwice(page, () => pickPhoto(page, 'attest', dark), keep, isThere(keep))
    await keep.waitFor({ state: 'detached' })

    await documentState(page, 'attest', 'sent')
    const use = dialog(page).getByRole('button', { name: 'Utiliser cette photo' })
    await tapTwice(page, () => pressInRow(page, 'attest', 'Recadrer / tourner'), use, isThere(use))
    await dialog(page).waitFor({ state: 'detached' })

    const shutter = dialog(page).getByRole('button', { name: 'Prendre la photo' })
    const openCamera = async () => {
      await pressInRow(page, 'carteid', 'Photographier sans quitter le portail')
      await dialog(page).locator('.shutter:enabled').waitFor()
    }
    await tapTwice(page, openCamera, shutter, () => documentState(page, 'carteid', 'empty'))
    await documentState(page, 'carteid', 'sent')
  })
})
