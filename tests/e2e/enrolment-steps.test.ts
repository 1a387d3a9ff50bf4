import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import {
  completeAnswers,
  confirm,
  currentStep,
  documentState,
  enrol,
  enrolToDocuments,
  enterCode,
  field,
  fill,
  fillFirstStep,
  giveDocument,
  press,
  submit,
} from './setup/hands.ts'
import {
  button,
  expectAlert,
  expectAtTop,
  expectDisabled,
  expectFault,
  scrolled,
  scrollToBottom,
} from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Sections 2 and 4: the wizard is linear and non-editable; what ends each step is the provider's status 1. */

const students = visitors()
const provider = await oneProvider()

const titles = [
  'Informations personnelles',
  'Confirmation du numéro de téléphone',
  'Documents à envoyer',
  'Finalisation',
]

async function register() {
  const visit = await students.at(provider.url, '/register')
  await field(visit.page, 'anneeBac').waitFor()
  return visit
}

async function expectStep(page: Page, number: number): Promise<void> {
  await expect.poll(() => currentStep(page).textContent()).toContain(titles[number - 1])
}

declare global {
  var waits: number[]
}

/** Every number of seconds that the page names from now on, however short. */
const watchForWaits = (page: Page) =>
  page.evaluate(() => {
    globalThis.waits = []
    new MutationObserver(() => {
      const seconds = /demandé dans (\d+) s/.exec(document.body.textContent ?? '')?.[1]
      if (seconds) waits.push(Number(seconds))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
const waitsSeen = (page: Page) => page.evaluate(() => waits)

describe('a student in the wizard', () => {
  test('sees the four steps and cannot click their headers', async () => {
    const { page } = await register()
    const headers = page.locator('ol', { has: currentStep(page) }).locator('li')
    expect((await headers.allTextContents()).map(text => text.trim())).toEqual(
      titles.map((title, index) => `${index + 1} ${title}`),
    )
    expect(await headers.locator('a, button, input').count()).toBe(0)
    for (const header of await headers.all()) {
      await header.click()
      await expectStep(page, 1)
    }
    expect(await field(page, 'anneeBac').isVisible()).toBe(true)
  })

  test('looks back with the arrow keys at finished steps, and can change nothing there', async () => {
    const { page } = await register()
    await enrolToDocuments(page)
    await documentState(page, 'attest', 'empty')
    await currentStep(page).focus()
    await page.keyboard.press('ArrowRight')
    await expectStep(page, 3)
    await page.keyboard.press('ArrowLeft')
    await expectStep(page, 2)
    const open = page.locator(':read-write')
    expect(await field(page, 'otp').and(open).count()).toBe(0)
    await page.keyboard.press('ArrowLeft')
    await expectStep(page, 1)
    for (const name of [...Object.keys(completeAnswers), 'nina', 'attestation'])
      expect(await field(page, name).isDisabled(), name).toBe(true)
    expect(await button(page, 'Continuer').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expectStep(page, 3)
    await documentState(page, 'attest', 'empty')
  })

  test('waits for the code to be verified, and is told when it is wrong', async () => {
    const { page } = await register()
    await enrol(page, 'complete')
    await expectAlert(page, 'success', 'Un code vous a été envoyé.')
    const { hold, open } = gate()
    provider.script('etudiant/otp/valide', { hold, times: 1 })
    await enterCode(page, '0000')
    await page.getByText('Vérification du code…').waitFor()
    await expectDisabled(page, 'Continuer')
    open()
    await expectAlert(page, 'danger', 'Code incorrect.')
    await expectFault(page, 'otp', 'Code incorrect.')
    await expectStep(page, 2)
    expect(await field(page, 'otp').inputValue()).toBe('0000')

    await enterCode(page, code)
    await expectStep(page, 3)
    const bodies = provider.calls('etudiant/otp/valide').map(({ body }) => body)
    expect(bodies).toEqual(['0000', code].map(otp => ({ matricule: student.matricule, otp })))
  })

  test('never has to wait more than 60 seconds for a new code, however late it is asked for', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await enrol(page, 'complete')
    expect(await button(page, 'Recevoir un nouveau code').count(), 'not at once').toBe(0)
    await page.clock.fastForward(300_000)
    await watchForWaits(page)
    await press(page, 'Recevoir un nouveau code')
    await expect.poll(() => provider.calls('etudiant/enrolement/add').length).toBe(2)
    await page.getByText(/Un nouveau code pourra être demandé dans \d+ s/).waitFor()
    expect(Math.max(...(await waitsSeen(page)))).toBeLessThanOrEqual(60)
  })

  test('has pre-enrolled once the five documents have arrived, and can go on to the status of the file', async () => {
    const { page } = await register()
    await enrolToDocuments(page)
    for (const type of ['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste'] as const) {
      await expectStep(page, 3)
      await giveDocument(page, type, await smallPhoto(type))
    }
    await expectStep(page, 4)
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    expect(await page.locator('main').textContent()).toMatch(/documents.*reçus.*contacté.*48 heures/)
    await page.locator('main a[href="/status"]').click()
    await page.waitForURL('**/status')
  })
})

/** Sections 2 and 8: what a student sees when the first step can't be saved, and that nothing typed is lost by it. */

const save = 'etudiant/enrolement/add'

/** The first step, filled in and attested, seen at its lower end where its button is. */
async function ready({ worker = true } = {}) {
  const visit = await students.open('phone', provider.url)
  if (!worker) await visit.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await visit.page.goto('/register')
  await fillFirstStep(visit.page)
  await scrollToBottom(visit.page)
  return visit
}

describe('a student whose answers are being saved', () => {
  test('is told what the server refuses, at the top of the page, keeps the answers, and tries again', async () => {
    provider.script(save, { reply: { status: 0, msg: 'Ce numéro est déjà utilisé.' }, times: 1 })
    const { page } = await ready()
    await press(page, 'Continuer')
    expect(await scrolled(page)).toBeGreaterThan(100)
    await confirm(page)
    await expectAlert(page, 'danger', 'Ce numéro est déjà utilisé.')
    await expectAtTop(page)
    expect(await currentStep(page).textContent()).toContain('Informations personnelles')
    for (const [name, value] of Object.entries(completeAnswers))
      expect(await field(page, name).inputValue()).toBe(value)

    await fill(page, { phone: '65432109' })
    await submit(page)
    await field(page, 'otp').waitFor()
    expect(provider.calls(save).map(({ body }) => body.phone)).toEqual(['76543210', '65432109'])
  })

  test.each([422, 400])('is told what a server that answers with HTTP %i says', async status => {
    provider.script(save, { status, reply: { status: 0, msg: 'Matricule déjà inscrit.' }, times: 1 })
    const { page, witness } = await ready()
    witness.allow(new RegExp(`status of ${status}`))
    await submit(page)
    await expectAlert(page, 'danger', 'Matricule déjà inscrit.')
    await expectAtTop(page)
    await expectDisabled(page, 'Continuer', false)
  })

  test.each([
    ['a server that is down', { status: 500 }, 'Le serveur est momentanément en panne (erreur 500).'],
    ['an answer cut in two', { cut: 'half' }, 'Pas de réseau pour le moment.'],
  ] as const)('is told of %s, and goes on by itself once it works', async (_, fault, message) => {
    provider.script(save, fault)
    const { page, witness } = await ready()
    witness.allow(/status of 500/, /ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE/)
    await submit(page)
    await page.locator('[data-tone]', { hasText: message }).first().waitFor()
    expect(await currentStep(page).textContent()).toContain('Informations personnelles')
    provider.behave()
    await field(page, 'otp').waitFor({ timeout: 40_000 })
    const bodies = provider.calls(save).map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size, 'what was confirmed is what is sent again').toBe(1)
  })
})
