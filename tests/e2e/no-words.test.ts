import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import { eventually } from './setup/device.ts'
import {
  completeAnswers,
  confirm,
  documentRow,
  enterCode,
  field,
  fill,
  fillFirstStep,
  phone,
  press,
  receiptAnswers,
  sendDocument,
  toCode,
  toDocuments,
} from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** docs/contract.md: an answer whose `msg` is missing or no string still shows a sentence of the portal's own. */

const students = visitors()
const provider = await oneProvider()

const silences = [
  ['none', undefined],
  ['null', null],
  ['a number', 404],
  ['blanks', ' \n\u00a0 '],
] as const
const { matricule } = student

async function open(path: string) {
  const visit = await students.open('phone', provider.url)
  await visit.page.goto(path)
  return visit
}

/** What the alert of this tone says; no other box of the page is empty. */
async function alerted(page: Page, tone: string): Promise<string> {
  await page.locator(`main .alert[data-tone="${tone}"]`).first().waitFor()
  const boxes = await page.locator('main .alert').allInnerTexts()
  expect(boxes.filter(text => text.trim() === '')).toEqual([])
  return page.locator(`main .alert[data-tone="${tone}"]`).first().innerText()
}

describe('a student whom the provider answers without words', () => {
  test.each(silences)('reads for each state of a file a sentence of its own (msg: %s)', async (_, msg) => {
    const { page } = await open('/status')
    await fill(page, { annee: '2021', phone })
    const said: string[] = []
    for (const [status, tone] of [
      [-1, 'danger'],
      [0, 'danger'],
      [1, 'warning'],
      [2, 'success'],
      [3, 'danger'],
      [8, 'danger'],
    ] as const) {
      provider.script('etudiant/enrolement/statut/phone', { reply: { status, msg } })
      const answered = page.waitForResponse(/statut\/phone/)
      await press(page, 'Vérifier')
      await answered
      await page.locator(`main .alert[data-tone="${tone}"]`).waitFor()
      const words = page.locator('main .alert p').first()
      // The answer before this one may have the same tone, and stands until this one is drawn.
      await eventually(async () => said.includes(await words.innerText())).toBe(false)
      const sentence = await words.innerText()
      expect(sentence).toMatch(/^\p{Lu}.+\.$/u)
      said.push(sentence)
    }
    expect(new Set(said).size).toBe(said.length)
  })

  test.each(silences)('reads that the search has found, or has not (msg: %s)', async (_, msg) => {
    const resultat = { matricule, nom: student.nom, prenom: student.prenom }
    provider.script('etudiant/search/matricule', { reply: { status: 1, msg, resultat } })
    const { page } = await open('/register')
    await fill(page, completeAnswers)
    await confirm(page)
    expect(await alerted(page, 'info')).toMatch(/trouvé/)
    provider.script('etudiant/search/matricule', { reply: { status: 0, msg } })
    await fill(page, { numPlace: '99' })
    expect(await alerted(page, 'danger')).toMatch(/^Aucun bachelier/)
  })

  test.each(silences)('reads that there is no receipt, or no link to it (msg: %s)', async (_, msg) => {
    const { page } = await open('/recepisse')
    await fill(page, receiptAnswers)
    provider.script('etudiant/voir/recepisse', { reply: { status: 0, msg } })
    await press(page, 'Téléchargez votre récépissé')
    expect(await alerted(page, 'danger')).toMatch(/^\p{Lu}.+\.$/u)
    provider.script('etudiant/voir/recepisse', { reply: { status: 1, msg } })
    await press(page, 'Téléchargez votre récépissé')
    await page.getByText(/n'a pas donné de lien/).waitFor()
    expect(await alerted(page, 'danger')).not.toMatch(/n'est pas sûr/)
  })

  test.each(silences)('and has no file to correct reads that there is none (msg: %s)', async (_, msg) => {
    provider.script('etudiant/verif/statut/phone', { reply: { status: -1, msg } })
    const { page } = await open(`/reclamation/${phone}`)
    expect(await alerted(page, 'danger')).toMatch(/^Aucun dossier/)
  })

  test('reads that saving was refused', async () => {
    provider.script('etudiant/enrolement/add', { reply: { status: 0, msg: '  ' }, times: 1 })
    const { page } = await open('/register')
    await fillFirstStep(page)
    await press(page, 'Continuer')
    await confirm(page)
    expect(await alerted(page, 'danger')).toMatch(/refusé la demande/)
  })

  test('reads that the code was refused', async () => {
    const { page } = await students.open('phone', provider.url)
    await toCode(page)
    provider.script('etudiant/otp/valide', { reply: { status: 0, msg: '\t' }, times: 1 })
    await enterCode(page, code)
    expect(await alerted(page, 'danger')).toMatch(/refusé la demande/)
  })

  test('reads that a photo was not saved, and that nobody said why', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    provider.script('etudiant/files/upload', { reply: { status: 0, msg: ' ' }, times: 1 })
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'failed')
    await documentRow(page, 'attest').getByText("Photo de l'attestation non enregistrée.").waitFor()
    await documentRow(page, 'attest')
      .getByText(/refusé la demande/)
      .waitFor()
  })

  test('sees no empty box where a saved answer has no words', async () => {
    provider.script('etudiant/enrolement/add', { reply: { status: 1, msg: '   ' } })
    const { page } = await students.open('phone', provider.url)
    await toCode(page)
    await field(page, 'otp').waitFor()
    expect((await page.locator('main .alert').allInnerTexts()).filter(text => text.trim() === '')).toEqual([])
  })
})
