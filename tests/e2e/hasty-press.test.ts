import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import {
  dialog,
  documentState,
  field,
  fill,
  fillFirstStep,
  phone,
  press,
  receiptAnswers,
  sendDocument,
} from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A thumb that trembles presses twice before the page has drawn the first press: one call goes out. */

const students = visitors()
const provider = await oneProvider()

async function at(path: string): Promise<Page> {
  const { page } = await students.at(provider.url, path)
  return page
}

/** Both presses in one turn of the page: nothing can be drawn between them. */
const pressTwice = (page: Page, name: string) =>
  button(page, name).evaluate((one: HTMLButtonElement) => {
    one.click()
    one.click()
  })

/** The answer is held back until both presses must have been heard. */
function held(call: string | RegExp) {
  const { hold, open } = gate()
  provider.script(call, { hold })
  return open
}

const { matricule } = student

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
    const page = await at(path)
    await fill(page, answers)
    await expect.poll(() => button(page, name).isEnabled()).toBe(true)
    const open = held(call)
    const answered = page.waitForResponse(new RegExp(call))
    await pressTwice(page, name)
    await page.getByText(busy).waitFor()
    await roundTrip(page)
    open()
    await answered
    expect(provider.calls(call)).toHaveLength(1)
  })

  test('is saved once, has the code checked once, and is sent one new code', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await fillFirstStep(page)
    await press(page, 'Continuer')
    await dialog(page).waitFor()
    const save = held('etudiant/enrolement/add')
    await pressTwice(page, 'Je confirme')
    await page.getByText('Enregistrement en cours…').waitFor()
    await roundTrip(page)
    save()
    await field(page, 'otp').waitFor()
    expect(provider.calls('etudiant/enrolement/add')).toHaveLength(1)

    await page.clock.fastForward(61_000)
    await pressTwice(page, 'Recevoir un nouveau code')
    await page.getByText(/Un nouveau code pourra être demandé/).waitFor()
    await roundTrip(page)
    expect(provider.calls('etudiant/enrolement/add')).toHaveLength(2)

    await fill(page, { otp: code })
    const check = held('etudiant/otp/valide')
    await pressTwice(page, 'Continuer')
    await page.getByText('Vérification du code…').waitFor()
    await roundTrip(page)
    check()
    await field(page, 'attest').waitFor({ state: 'attached' })
    expect(provider.calls('etudiant/otp/valide')).toHaveLength(1)
  })

  test('sends a refused photo once more, and updates once', async () => {
    const flags = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '0', photoBusteV: '2' }
    provider.memory.files.set(matricule, { status: 0, msg: 'À reprendre.', matricule, ...flags })
    const replace = 'etudiant/files/update/attest'
    provider.script(replace, { reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
    const page = await at(`/reclamation/${matricule}`)
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'failed')
    await pressTwice(page, 'Renvoyer la même photo')
    await documentState(page, 'attest', 'sent')
    await roundTrip(page)
    expect(provider.calls(replace)).toHaveLength(2)

    const open = held('etudiant/enrolement/globalevalid')
    await pressTwice(page, 'Mettre à jour')
    await page.getByText('Mise à jour en cours…').waitFor()
    await roundTrip(page)
    open()
    await page.waitForURL('**/update')
    expect(provider.calls('etudiant/enrolement/globalevalid')).toHaveLength(1)
  })

  test.each(['Escape', 'Fermer'])('is asked again, when the next press comes before %s is told', async way => {
    const page = await at('/register')
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
