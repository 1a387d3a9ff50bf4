import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import {
  completeAnswers,
  confirm,
  documentRow,
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

/** docs/contract.md: an answer whose `msg` is missing or no string still shows a sentence of the portal's own. */

const students = visitors()
const provider = await oneProvider()

const silent = { status: 0, msg: ' \n\u00a0 ' }

/** What the alert of this tone says; no other box of the page is empty. */
async function alerted(page: Page, tone: string): Promise<string> {
  await page.locator(`main .alert[data-tone="${tone}"]`).first().waitFor()
  await expectNoEmptyBox(page)
  return page.locator(`main .alert[data-tone="${tone}"]`).first().innerText()
}

async function expectNoEmptyBox(page: Page): Promise<void> {
  const boxes = await page.locator('main .alert').allInnerTexts()
  expect(boxes.filter(text => text.trim() === '')).toEqual([])
}

/** What counts as silence: unit/core/api/answers.test.ts; of each state of a file: unit/spec/file-status.test.ts. */
describe('a student whom the provider answers without words', () => {
  test('reads for each state of a file a sentence of its own', async () => {
    provider.script('etudiant/enrolement/statut/phone', { reply: { status: 1, msg: null } })
    const { page } = await students.at(provider.url, '/status')
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    expect(await alerted(page, 'warning')).toMatch(/^\p{Lu}.+\./u)
    provider.script('etudiant/verif/statut/phone', { reply: { status: -1 } })
    await page.goto(`/reclamation/${phone}`)
    expect(await alerted(page, 'danger')).toMatch(/^Aucun dossier/)
  })

  test('reads that there is no receipt, or no link to it', async () => {
    const { page } = await students.at(provider.url, '/recepisse')
    await fill(page, receiptAnswers)
    provider.script('etudiant/voir/recepisse', { reply: silent })
    await press(page, 'Téléchargez votre récépissé')
    expect(await alerted(page, 'danger')).toMatch(/^\p{Lu}.+\.$/u)
    provider.script('etudiant/voir/recepisse', { reply: { ...silent, status: 1 } })
    await press(page, 'Téléchargez votre récépissé')
    await page.getByText(/n'a pas donné de lien/).waitFor()
    expect(await alerted(page, 'danger')).not.toMatch(/n'est pas sûr/)
  })

  test('reads that nobody was found, that saving, the code and a photo were refused, and sees no empty box', async () => {
    provider.script('etudiant/search/matricule', { reply: silent, times: 1 })
    const { page } = await students.at(provider.url, '/register')
    await fill(page, { ...completeAnswers, numPlace: '99' })
    await field(page, 'numPlace').blur()
    expect(await alerted(page, 'danger')).toMatch(/^Aucun bachelier/)
    const { matricule, nom, prenom } = student
    const found = { status: 1, msg: 404, resultat: { matricule, nom, prenom } }
    provider.script('etudiant/search/matricule', { reply: found, times: 1 })
    await fill(page, { numPlace: student.numPlace })
    await field(page, 'numPlace').blur()
    await confirm(page)
    expect(await alerted(page, 'info')).toMatch(/trouvé/)
    await field(page, 'attestation').check()
    provider.script('etudiant/enrolement/add', { reply: silent, times: 1 })
    await submit(page)
    expect(await alerted(page, 'danger')).toMatch(/refusé la demande/)
    provider.script('etudiant/enrolement/add', { reply: { ...silent, status: 1 } })
    await submit(page)
    await field(page, 'otp').waitFor()
    await expectNoEmptyBox(page)
    provider.script('etudiant/otp/valide', { reply: silent, times: 1 })
    await enterCode(page, code)
    expect(await alerted(page, 'danger')).toMatch(/refusé la demande/)
    await enterCode(page, code)
    provider.script('etudiant/files/upload', { reply: silent, times: 1 })
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'failed')
    const row = documentRow(page, 'attest')
    await row.getByText("Photo de l'attestation non enregistrée.").waitFor()
    await row.getByText(/refusé la demande/).waitFor()
  })
})
