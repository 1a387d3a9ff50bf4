import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../src/core/db/dossier.ts'
import { heldPhone } from '../photos/pictures.ts'
import { arrived, pickPhoto } from './photos/album.ts'
import { cameraAllowed } from './setup/browser.ts'
import { devtools, eventually, stored } from './setup/device.ts'
import {
  completeAnswers,
  dialog,
  documentState,
  enrolToDocuments,
  field,
  fill,
  fillFirstStep,
  openRow,
  press,
  pressInRow,
  valuesOf,
} from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { atHome, openEditor, tapTo } from './setup/ways.ts'

/** Back closes what lies over the page, and only then leaves it. What it closes is not confirmed, and no work is lost. */

const students = visitors(cameraAllowed)
const provider = await oneProvider()
const save = 'etudiant/enrolement/add'
const at = (page: Page) => page.evaluate(() => location.pathname)

/** By links, so that Back leads to a page of the portal; or by its address, so that it leads out of it. */
async function begin(path: string, way: 'by links' | 'by its address' = 'by links'): Promise<Page> {
  const { page } = await students.open('phone', provider.url)
  if (way === 'by links') {
    await atHome(page)
    await tapTo(page, path)
  } else await page.goto(path)
  return page
}

const closed = (page: Page) => eventually(() => page.locator('dialog article').count()).toBe(0)

/** Once for what is open, once for the page. */
async function backTwice(page: Page, to: string | RegExp = '**/home'): Promise<void> {
  const here = await at(page)
  await page.goBack()
  await closed(page)
  expect(await at(page)).toBe(here)
  await page.goBack()
  await page.waitForURL(to)
}

describe('Back', () => {
  test.each([
    ['by links', '**/home'],
    ['by its address', 'about:blank'],
  ] as const)('answers ATTENTION with no, on a page that was opened %s', async (way, to) => {
    const page = await begin('/register', way)
    await fillFirstStep(page)
    const names = Object.keys(completeAnswers)
    const answers = await valuesOf(page, names)
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    await page.goBack()
    await closed(page)
    expect(await valuesOf(page, names)).toEqual(answers)
    await eventually(() => button(page, 'Continuer').evaluate(one => one === document.activeElement)).toBe(true)
    // Asked again, it is closed by Back again.
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    await backTwice(page, to)
    expect(provider.calls(save)).toEqual([])
  })

  test('answers « Est-ce bien vous ? » with no, also after a reload', async () => {
    const page = await begin('/register')
    await fill(page, completeAnswers)
    await dialog(page).waitFor()
    await page.reload()
    await dialog(page).waitFor()
    await page.goBack()
    await closed(page)
    await button(page, 'Relancer la recherche').waitFor()
    expect(await field(page, 'matricule').count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/home')
    expect((await stored<Dossier>(page, 'dossiers'))[0]?.answers.confirmed).toBeUndefined()
  })

  test('leaves the page by one press where the question was closed in another way, and reopens none on the way forward', async () => {
    const page = await begin('/register')
    await fillFirstStep(page)
    for (const way of ['Annuler', 'Fermer', 'Escape']) {
      await press(page, 'Continuer')
      await dialog(page).waitFor()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await dialog(page).getByRole('button', { name: way }).click()
      await closed(page)
    }
    await page.goBack()
    await page.waitForURL('**/home')
    await page.goForward()
    await field(page, 'numPlace').waitFor()
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    await page.goBack()
    await closed(page)
    await page.goForward()
    await roundTrip(page)
    expect(await dialog(page).count()).toBe(0)
    expect(await at(page)).toBe('/register')
    await page.goBack()
    await page.waitForURL('**/home')
    expect(provider.calls(save)).toEqual([])
  })

  test('leaves the page by one press where a reload has closed the question', async () => {
    const page = await begin('/register')
    await fillFirstStep(page)
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    await page.reload()
    await button(page, 'Continuer').waitFor()
    await eventually(() => page.evaluate(() => history.state.covers)).toBeUndefined()
    expect(await dialog(page).count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/home')
    expect(provider.calls(save)).toEqual([])
  })

  test('where all is erased does not lead to the page that was left for that', async () => {
    const page = await begin('/register')
    await fill(page, { anneeBac: '2025' })
    await page.getByText('Données sur cet appareil').click()
    await press(page, 'Effacer mes données de cet appareil')
    await press(page, 'Effacer')
    await page.waitForURL('**/home')
    await closed(page)
    const { currentIndex, entries } = await (await devtools(page)).send('Page.getNavigationHistory')
    expect(entries.slice(0, currentIndex + 1).map(({ url }) => new URL(url).pathname)).not.toContain('/register')
  })
})

describe('in the documents, Back', () => {
  async function documents(): Promise<Page> {
    const page = await begin('/register')
    await enrolToDocuments(page)
    return page
  }
  async function editing(): Promise<Page> {
    const page = await documents()
    await pickPhoto(page, 'attest', await heldPhone(1))
    await documentState(page, 'attest', 'sent')
    await openEditor(page, 'attest')
    return page
  }
  const asked = 'Quitter sans garder vos changements ?'
  const moveCorner = async (page: Page) => {
    const corner = dialog(page).getByRole('button', { name: 'Coin en haut à gauche' })
    await corner.focus()
    for (let times = 0; times < 4; times++) await page.keyboard.press('Shift+ArrowRight')
  }

  test('closes the camera', async () => {
    const page = await documents()
    await pressInRow(page, 'carteid', 'Photographier sans quitter le portail')
    await dialog(page).getByRole('button', { name: 'Prendre la photo' }).waitFor()
    await backTwice(page)
  })

  test.each(['pressed', 'as the key Escape', 'as « Fermer »', 'as the gesture of Android'])(
    '%s asks before a moved corner is lost',
    async way => {
      const page = await editing()
      await moveCorner(page)
      const leave = async () => {
        if (way === 'pressed') await page.goBack()
        else if (way === 'as the key Escape') await page.keyboard.press('Escape')
        else if (way === 'as « Fermer »') await dialog(page).last().getByRole('button', { name: 'Fermer' }).click()
        else
          await dialog(page)
            .last()
            .evaluate((one: HTMLDialogElement) => one.requestClose())
      }
      const question = dialog(page).filter({ hasText: asked })
      for (let times = 0; times < 3; times++) {
        await leave()
        await question.waitFor()
        await leave()
        // Emptied first, and closed at the next paint: until then it would take the next Escape.
        await question.locator('article').waitFor({ state: 'detached' })
        await eventually(() => page.locator('dialog[open]').count()).toBe(1)
      }
      expect(await at(page)).toBe('/register')
      await dialog(page).getByRole('button', { name: 'Utiliser cette photo' }).click()
      await closed(page)
      const { width, height } = await arrived(provider, 'attest', 2)
      expect(width, 'the corner is where it was').toBeLessThan(height * (4 / 3))
      await page.goBack()
      await page.waitForURL('**/home')
    },
  )

  test('pressed twice in a row asks all the same; a yes leaves the editor, and not the page', async () => {
    const page = await editing()
    await moveCorner(page)
    await page.evaluate(() => {
      const { forward } = History.prototype
      // Back has led further down: the way forward again takes longer than the question.
      History.prototype.forward = () => {
        const wait = setInterval(() => {
          if (document.querySelectorAll('dialog[open]').length < 2) return
          clearInterval(wait)
          forward.call(history)
        })
      }
      history.back()
      history.back()
    })
    const question = dialog(page).filter({ hasText: asked })
    await question.waitFor()
    await eventually(() => at(page)).toBe('/register')
    await question.getByRole('button', { name: 'Je confirme' }).click()
    await closed(page)
    await eventually(() => at(page)).toBe('/register')
    await openRow(page, 'attest')
    expect(provider.memory.documents.get('MA2025TR001/attest')).toHaveLength(1)
    await page.goBack()
    await page.waitForURL('**/home')
  })
})
