import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { cameraAllowed } from './setup/browser.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  documentState,
  enterCode,
  field,
  fill,
  giveDocument,
  openRow,
  pressInRow,
} from './setup/hands.ts'
import { button } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { atHome, openEditor, tapHome, tapTo } from './setup/ways.ts'

/** With text of 200 % nothing scrolls sideways, and nothing lies out of reach. */

const visits = visitors([...cameraAllowed, '--blink-settings=defaultFontSize=32'])
const provider = await oneProvider()

/** What is wider than its page or its dialog; a person would have to scroll sideways for it. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open] > *')]
    const beside = [...document.querySelectorAll('dialog[open] *, main *, header *, footer *')].filter(element => {
      const { left, right, width } = element.getBoundingClientRect()
      const hidden = element.closest('.vh, details:not([open]) > :not(summary), svg, [hidden]')
      return width > 0 && !hidden && (right > innerWidth + 1 || left < -1)
    })
    const wide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    return [...wide.map(({ tagName }) => tagName), ...beside.slice(0, 3).map(each => each.outerHTML.slice(0, 90))]
  })

/** Brought into view it lies whole on the screen, as large as the tip of a thumb, and nothing lies over it. */
async function expectReachable(place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const found = await place.evaluate(element => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect()
    const atop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return {
      inside: left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1,
      free: atop !== null && (element.contains(atop) || atop.contains(element)),
      tall: height >= 48,
    }
  })
  expect(found, `${place}`).toEqual({ inside: true, free: true, tall: true })
}

/** Each pair of digits stands in one line. */
async function expectWholePairs(number: Locator): Promise<void> {
  const lines = await number.locator('span').evaluateAll(spans =>
    spans.map(span => {
      const range = document.createRange()
      range.selectNodeContents(span)
      return [span.textContent, range.getClientRects().length]
    }),
  )
  expect(lines).toEqual(['76', '54', '32', '10'].map(pair => [pair, 1]))
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
    return { page, look }
  }

  test('a student enrols, and photographs, turns and crops on the way', async () => {
    const { page, look } = await open()
    await look('home', page.getByRole('link', { name: /^S'inscrire/ }).first())
    await tapTo(page, '/register')
    await fill(page, completeAnswers)
    await field(page, 'ae').blur()
    const inDialog = (name: string) => dialog(page).getByRole('button', { name })
    await inDialog('Je confirme').waitFor()
    await look('the person that was found', inDialog('Je confirme'))
    for (const name of ['Annuler', 'Fermer']) await expectReachable(inDialog(name))
    await confirm(page)
    await field(page, 'attestation').check()
    await look('the first step', button(page, 'Continuer'))
    await button(page, 'Continuer').click()
    await inDialog('Je confirme').waitFor()
    await look('the number to be confirmed', inDialog('Je confirme'))
    await expectWholePairs(dialog(page).locator('strong'))
    await confirm(page)
    await field(page, 'otp').waitFor()
    await look('the code', field(page, 'otp'))
    await expectWholePairs(page.locator('form strong').first())
    await enterCode(page, '0000')
    await page.getByText('Code incorrect.').first().waitFor()
    await look('a wrong code', button(page, 'Continuer'))
    await enterCode(page, code)
    await field(page, 'attest').waitFor({ state: 'attached' })

    await pressInRow(page, 'attest', 'Photographier sans quitter le portail')
    await expect.poll(() => inDialog('Prendre la photo').isEnabled()).toBe(true)
    await look('the camera', inDialog('Prendre la photo'))
    await expectReachable(inDialog('Annuler'))
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    for (const type of documentTypes) {
      await openRow(page, type)
      await look(type)
      await giveDocument(page, type, await smallPhoto(type))
      if (type !== 'attest') continue
      await documentState(page, type, 'sent')
      const stage = await (await openEditor(page, type)).boundingBox()
      expect(stage?.height, 'what is cropped can be seen').toBeGreaterThan(viewport.height * 0.4)
      await look('the editor')
      for (const tool of await dialog(page).locator('button:not([data-corner])').all()) await expectReachable(tool)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    }
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
    await look('the end', page.locator('main a[href="/status"]').first())
  })

  test('a student asks, and wants a receipt', async () => {
    const { page, look } = await open()
    await tapTo(page, '/status')
    await field(page, 'annee').waitFor()
    await look('the status form', button(page, 'Vérifier'))
    await tapHome(page)
    await tapTo(page, '/recepisse')
    await field(page, 'otp').waitFor()
    await look('the receipt form', button(page, 'Téléchargez votre récépissé'))
  })
})
