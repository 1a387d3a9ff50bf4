import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { bamako, code, student } from './setup/answers.ts'
import { completeAnswers, confirm, dialog, enterCode, field, fill, giveDocument, phone, press } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** What comes from outside may be one word of any length: it is broken, and nobody has to scroll sideways for it. */

const students = visitors()
const provider = await oneProvider()

const word = 'W'.repeat(160)
const choice = { code: word, libelle: word }

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** All of it stands there, within 360 pixels. */
async function expectWrapped(page: Page): Promise<void> {
  await page.getByText(word).locator('visible=true').first().waitFor()
  expect(await width(page)).toBe(360)
}

async function open(path: string): Promise<Page> {
  const { page } = await students.open('phone', provider.url)
  await page.goto(path)
  return page
}

describe('a student whose server sends a word of 160 letters', () => {
  test('reads it on the home page', async () => {
    provider.memory.chrono = { statut: 1, resultat: { message: word, dateHeure: bamako(24 * 3600 * 1000) } }
    provider.script('etudiant/btn/info', { reply: { btnInfo: word } })
    provider.script('etudiant/new/bac', { reply: { newBac: word } })
    const page = await open('/home')
    await page.locator('a[href="/register"]', { hasText: word }).waitFor()
    await page.getByText(`Les bacheliers de ${word}`).waitFor()
    await expectWrapped(page)
  })

  test('reads it as a choice, as a name, in a refusal and beside a photo', async () => {
    provider.memory.lists.pieces.push(choice)
    provider.memory.lists.academie.push(choice)
    provider.memory.students = [{ ...student, ae: word, nom: word, prenom: word, matricule: word }]
    const page = await open('/register')
    await fill(page, { ...completeAnswers, tuteur: word, ae: word })
    await dialog(page).getByText(word).first().waitFor()
    expect(await width(page)).toBe(360)
    await confirm(page)
    expect(await width(page)).toBe(360)
    provider.script('etudiant/enrolement/add', { reply: { status: 0, msg: word } })
    await field(page, 'attestation').check()
    await press(page, 'Continuer')
    await confirm(page)
    await expectWrapped(page)
    provider.script('etudiant/enrolement/add', { reply: { status: 1, msg: word } })
    await press(page, 'Continuer')
    await confirm(page)
    await field(page, 'otp').waitFor()
    await expectWrapped(page)
    provider.script('etudiant/files/upload', { reply: { status: 0, msg: word } })
    await enterCode(page, code)
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await expectWrapped(page)
  })

  test('reads it on the status page', async () => {
    provider.memory.lists.statutAnnee = [{ code: '2021', libelle: word }]
    provider.memory.files.set(phone, { status: 1, msg: word })
    const page = await open('/status')
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectWrapped(page)
  })

  test('reads it beside the documents to correct', async () => {
    const { matricule } = student
    provider.memory.files.set(matricule, { status: 0, msg: word, matricule, actNaissV: '1' })
    const page = await open(`/reclamation/${matricule}`)
    await field(page, 'actenaiss').waitFor({ state: 'attached' })
    await expectWrapped(page)
  })

  test('reads it on the receipt page', async () => {
    provider.memory.lists.serie.push(choice)
    provider.script('etudiant/voir/recepisse', { reply: { status: 0, msg: word } })
    const page = await open('/recepisse')
    const { numPlace: num_place, ae, matricule } = student
    await fill(page, { num_place, serie: word, ae, otp: code, matricule })
    await press(page, 'Téléchargez votre récépissé')
    await expectWrapped(page)
  })
})
