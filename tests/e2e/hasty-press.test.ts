import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dialog, field, fill, fillFirstStep, phone, press, receiptAnswers } from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A thumb that trembles presses twice before the page has drawn the first press: one call goes out. */

const students = visitors()
const provider = await oneProvider()

/** Both presses in one turn of the page: nothing can be drawn between them. */
const pressTwice = (page: Page, name: string) =>
  button(page, name).evaluate((one: HTMLButtonElement) => {
    one.click()
    one.click()
  })

describe('a student who presses twice', () => {
  test.each([
    [
      'asks once for the receipt',
      ['/recepisse', receiptAnswers, 'Téléchargez votre récépissé'],
      ['etudiant/voir/recepisse', 'Recherche de votre récépissé…'],
    ],
    [
      'asks once for the status of the file',
      ['/status', { annee: '2021', phone }, 'Vérifier'],
      ['etudiant/enrolement/statut/phone', 'Vérification…'],
    ],
  ] as const)('%s', async (_, [path, answers, name], [call, busy]) => {
    const { page } = await students.at(provider.url, path)
    await fill(page, answers)
    await expect.poll(() => button(page, name).isEnabled()).toBe(true)
    // Until both presses must have been heard.
    const { hold, open } = gate()
    provider.script(call, { hold })
    const answered = page.waitForResponse(new RegExp(call))
    await pressTwice(page, name)
    await page.getByText(busy).waitFor()
    await roundTrip(page)
    open()
    await answered
    expect(provider.calls(call)).toHaveLength(1)
  })

  test('goes on to the form, though the words under the press have changed before it ends', async () => {
    const { hold, open } = gate()
    provider.script('etudiant/btn/info', { hold })
    const { page } = await students.at(provider.url, '/home')
    const words = page.getByRole('link', { name: "S'inscrire" }).getByText("S'inscrire")
    const { x, y } = (await words.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    open()
    await page.getByText("S'inscrire – Bac").waitFor()
    await page.mouse.up()
    await page.waitForURL('**/register')
  })

  test.each(['Escape', 'Fermer'])('is asked again, when the next press comes before %s is told', async way => {
    const { page } = await students.at(provider.url, '/register')
    await fillFirstStep(page)
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    await page.evaluate(way => {
      const press = (name: string) =>
        [...document.querySelectorAll('button')].find(one => (one.ariaLabel ?? one.textContent) === name)?.click()
      const open = document.querySelector<HTMLDialogElement>('dialog[open]')
      if (!open) return
      if (way === 'Fermer') {
        new MutationObserver(() => open.open || press('Continuer')).observe(open, { attributeFilter: ['open'] })
        return press(way)
      }
      // As the key does, and the way back of a phone.
      open.requestClose()
      press('Continuer')
    }, way)
    await roundTrip(page)
    await dialog(page).getByRole('button', { name: 'Je confirme' }).click()
    await field(page, 'otp').waitFor()
    expect(provider.calls('etudiant/enrolement/add')).toHaveLength(1)
  })
})
