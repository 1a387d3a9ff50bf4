import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { cameraAllowed } from './setup/browser.ts'
import { completeAnswers, dialog, enterCode, field, fill, giveDocument, sendDocument } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { atHome, openEditor, openRow, tapHome, tapTo } from './setup/ways.ts'

/** Who has set the phone's text to 200 % enrols like everybody: nothing scrolls sideways, nothing lies out of reach. */

const visits = visitors([...cameraAllowed, '--blink-settings=defaultFontSize=32'])
const provider = await oneProvider()

interface Wide {
  what: string
  by: number
}

/** What is wider than its page or its dialog; a person would have to scroll sideways for it. */
const tooWide = (page: Page): Promise<Wide[]> =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open] > *')]
    const beside = [...document.querySelectorAll('dialog[open] *, main *, header *, footer *')].filter(element => {
      const { left, right, width } = element.getBoundingClientRect()
      const hidden = element.closest('.vh, details:not([open]) > :not(summary), svg, [hidden]')
      return width > 0 && !hidden && (right > innerWidth + 1 || left < -1)
    })
    return [
      ...boxes.flatMap(({ tagName, scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth + 1 ? [{ what: tagName, by: scrollWidth - clientWidth }] : [],
      ),
      ...beside
        .slice(0, 3)
        .map(each => ({ what: each.outerHTML.slice(0, 90), by: each.getBoundingClientRect().right - innerWidth })),
    ]
  })

/** Brought into view it lies whole on the screen, and nothing lies over it. */
async function expectReachable(place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const connectivity = await place.evaluate(element => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect()
    const atop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return {
      inside: left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1,
      free: atop !== null && (element.contains(atop) || atop.contains(element)),
      tall: height >= 48,
    }
  })
  expect(connectivity, `${place}`).toEqual({ inside: true, free: true, tall: true })
}

describe.each([
  ['360', { width: 360, height: 740 }],
  ['320', { width: 320, height: 640 }],
])('with text of 200 % on a screen of %s pixels', (_, viewport) => {
  async function open() {
    const { page, context } = await visits.open('phone', provider.url, { viewport })
    // As on a computer: the portal offers a camera of its own.
    await context.addInitScript(() => {
      Reflect.deleteProperty(HTMLInputElement.prototype, 'capture')
    })
    await atHome(page)
    /** Nothing is too wide here, and this is what leads on. */
    const look = async (screen: string, next?: Locator) => {
      expect(await tooWide(page), screen).toEqual([])
      if (next) await expectReachable(next)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    return { page, look, button }
  }

  test('a student enrols', async () => {
    const { page, look, button } = await open()
    const register = page.getByRole('link', { name: /^S'inscrire/ }).first()
    await look('home', register)
    await tapTo(page, '/register')
    await fill(page, completeAnswers)
    await field(page, 'ae').blur()
    const confirm = dialog(page).getByRole('button', { name: 'Je confirme' })
    await confirm.waitFor()
    await look('the person that was found', confirm)
    await expectReachable(dialog(page).getByRole('button', { name: 'Annuler' }))
    await expectReachable(dialog(page).getByRole('button', { name: 'Fermer' }))
    await confirm.click()
    await dialog(page).waitFor({ state: 'detached' })
    await field(page, 'attestation').check()
    await look('the first step', button('Continuer'))
    await button('Continuer').click()
    await confirm.waitFor()
    await look('the number to be confirmed', confirm)
    await confirm.click()
    await field(page, 'otp').waitFor()
    await look('the code', field(page, 'otp'))
    await enterCode(page, '0000')
    await page.getByText('Code incorrect.').first().waitFor()
    await look('a wrong code', button('Continuer'))
    await enterCode(page, code)
    await field(page, 'attest').waitFor({ state: 'attached' })
    for (const type of documentTypes) {
      await openRow(page, type)
      await look(type)
      await giveDocument(page, type, await smallPhoto(type))
    }
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
    await look('the end', page.locator('main a[href="/status"]').first())
  })

  test('a student photographs, turns and crops', async () => {
    const { page, look } = await open()
    await tapTo(page, '/register')
    await fill(page, completeAnswers)
    await field(page, 'ae').blur()
    await dialog(page).getByRole('button', { name: 'Je confirme' }).click()
    await field(page, 'attestation').check()
    await page.getByRole('button', { name: 'Continuer', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Je confirme' }).click()
    await enterCode(page, code)
    await field(page, 'attest').waitFor({ state: 'attached' })
    await look('the documents')
    await openRow(page, 'attest')
    await page
      .locator('[data-document="attest"]')
      .getByRole('button', { name: 'Photographier sans quitter le portail' })
      .click()
    const shutter = dialog(page).getByRole('button', { name: 'Prendre la photo' })
    await shutter.waitFor()
    await expect.poll(() => shutter.isEnabled()).toBe(true)
    await look('the camera', shutter)
    await expectReachable(dialog(page).getByRole('button', { name: 'Annuler' }))
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await sendDocument(page, 'attest', await smallPhoto('attest'))
    const stage = await (await openEditor(page, 'attest')).boundingBox()
    expect(stage?.height, 'what is cropped can be seen').toBeGreaterThan(viewport.height * 0.3)
    await look('the editor')
    const tools = dialog(page).locator('button:not([data-corner])')
    for (const tool of await tools.all()) await expectReachable(tool)
  })

  test('a student asks, and wants a receipt', async () => {
    const { page, look, button } = await open()
    await tapTo(page, '/status')
    await field(page, 'annee').waitFor()
    await look('the status form', button('Vérifier'))
    await tapHome(page)
    await tapTo(page, '/recepisse')
    await field(page, 'otp').waitFor()
    await look('the receipt form', button('Téléchargez votre récépissé'))
  })
})
