import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { bamako, code, student } from './setup/answers.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  enterCode,
  field,
  fill,
  phone,
  press,
  receiptAnswers,
  sendDocument,
  submit,
} from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Whatever a server says is text: it is shown to the letter, never runs, and is broken where it is too long. */

const students = visitors()
const provider = await oneProvider()
const { matricule } = student

describe.each([
  ['to attack', '<img src=x onerror="window.taken=true"><script>window.taken=true</script>'],
  ['of one word of 160 letters', 'W'.repeat(160)],
])('a student whose server sends a text %s', (_, text) => {
  const choice = { code: 'XX', libelle: text }

  /** All of it stands there, within 360 pixels. */
  async function expectText(page: Page, where = 'main'): Promise<void> {
    await page.locator(where).getByText(text).locator('visible=true').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  }

  test('reads it as text on the home page', async () => {
    provider.memory.chrono = { statut: 1, resultat: { message: text, dateHeure: bamako(24 * 3600 * 1000) } }
    provider.script('etudiant/btn/info', { reply: { btnInfo: text } })
    provider.script('etudiant/new/bac', { reply: { newBac: text } })
    const { page } = await students.at(provider.url, '/home')
    await page.locator('a[href="/register"]', { hasText: text }).waitFor()
    await page.getByText(`Les bacheliers de ${text}`).waitFor()
    await expectText(page)
  })

  test('reads it as text as a choice, as a name, in a refusal and beside a photo', async () => {
    for (const list of ['pieces', 'academie'] as const) provider.memory.lists[list].push(choice)
    provider.memory.students = [{ ...student, ae: 'XX', nom: text, prenom: text }]
    const { page } = await students.at(provider.url, '/register')
    await fill(page, { ...completeAnswers, tuteur: 'XX', ae: 'XX' })
    await expectText(page, 'dialog[open]')
    await confirm(page)
    provider.script('etudiant/enrolement/add', { reply: { status: 0, msg: text }, times: 1 })
    await field(page, 'attestation').check()
    await submit(page)
    await expectText(page, '[data-tone="danger"]')
    provider.script('etudiant/enrolement/add', { reply: { status: 1, msg: text } })
    await submit(page)
    await field(page, 'otp').waitFor()
    await expectText(page)
    provider.script('etudiant/files/upload', { reply: { status: 0, msg: text } })
    await enterCode(page, code)
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'failed')
    await expectText(page)
    expect(await dialog(page).count()).toBe(0)
  })

  test('reads it as text on the status page', async () => {
    provider.memory.lists.statutAnnee = [{ code: '2021', libelle: text }]
    provider.memory.files.set(phone, { status: 1, msg: text })
    const { page } = await students.at(provider.url, '/status')
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectText(page)
  })

  test('reads it as text beside the documents to correct', async () => {
    provider.memory.files.set(matricule, { status: 0, msg: text, matricule, actNaissV: '1' })
    const { page } = await students.at(provider.url, `/reclamation/${matricule}`)
    await field(page, 'actenaiss').waitFor({ state: 'attached' })
    await expectText(page)
  })

  test('reads it as text on the receipt page', async () => {
    provider.memory.lists.serie.push(choice)
    provider.script('etudiant/voir/recepisse', { reply: { status: 0, msg: text } })
    const { page } = await students.at(provider.url, '/recepisse')
    await fill(page, { ...receiptAnswers, serie: 'XX' })
    await press(page, 'Téléchargez votre récépissé')
    await expectText(page)
  })
})
