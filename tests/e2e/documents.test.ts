import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentsOf, documentTypes, type WizardVariant } from '../../src/spec/documents.ts'
import { pngPicture, smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import { builds } from './setup/builds.ts'
import { documentRow, documentState, enrol, enterCode, field, giveDocument, pressInRow } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Sections 4, 5 and 8: what becomes of each document on its way to the provider. */

const students = visitors()
const provider = await oneProvider()

const upload = 'etudiant/files/upload'
const names: Readonly<Record<DocumentType, string>> = {
  actenaiss: "Photo de l'acte de naissance",
  carteid: "Photo de la carte d'identité",
  simcard: 'Photo de la carte sim',
  attest: "Photo de l'attestation",
  photobuste: 'Photo buste',
}

/** A student whose number is confirmed, before the rows of the documents. */
async function atDocuments(variant: WizardVariant = 'complete') {
  provider.dist = builds[variant].dir
  const visit = await students.at(provider.url, '/register')
  await enrol(visit.page, variant)
  await enterCode(visit.page, code)
  await documentState(visit.page, 'actenaiss', 'empty')
  return visit
}

const give = async (page: Page, type: DocumentType) => giveDocument(page, type, await smallPhoto(type))
const says = (page: Page, type: DocumentType, text: string) =>
  documentRow(page, type).getByText(text, { exact: true }).waitFor()
const sent = (type: DocumentType) => provider.calls(upload).filter(({ body }) => body.type === type)

describe('a student who sends the documents', () => {
  test('is asked for five, as .jpg, .jpeg or .png', async () => {
    const { page } = await atDocuments()
    const rows = page.locator('[data-document]')
    expect(await rows.evaluateAll(all => all.map(row => row.getAttribute('data-document')))).toEqual(documentTypes)
    for (const type of documentTypes) {
      expect(await field(page, type).getAttribute('accept')).toBe('.jpg,.jpeg,.png')
      expect(await documentRow(page, type).getAttribute('data-state')).toBe('empty')
    }
  })

  test('is told of each success, and each document goes out once, as the bare base64 of a picture', async () => {
    const { page } = await atDocuments()
    for (const type of ['photobuste', 'attest', 'simcard', 'carteid'] as const) {
      await give(page, type)
      await says(page, type, `${names[type]} enregistrée avec succès.`)
      await documentState(page, type, 'sent')
    }
    await giveDocument(page, 'actenaiss', await pngPicture(21))
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    const list = await page.locator('main li').allTextContents()
    for (const type of documentTypes) expect(list).toContain(`${names[type]} enregistrée avec succès.`)

    expect(provider.calls(upload)).toHaveLength(documentTypes.length)
    for (const type of documentTypes) {
      const [entry] = sent(type)
      expect(Object.keys(entry?.body ?? {}).sort()).toEqual(['image', 'matricule', 'type'])
      expect(entry?.body.matricule).toBe(student.matricule)
      expect(entry?.body.image).toMatch(/^(\/9j\/|iVBORw0KGgo)[A-Za-z0-9+/]+={0,2}$/)
    }
  })

  test('of reading B is told of each of the four', async () => {
    const { page } = await atDocuments('reduced')
    for (const type of documentsOf('reduced')) await give(page, type)
    for (const type of documentsOf('reduced')) await says(page, type, `${names[type]} enregistrée avec succès.`)
    expect(await documentRow(page, 'photobuste').count()).toBe(0)
  })

  test('is told which document was not saved and why, for all five, and sends the same photo again', async () => {
    provider.script(upload, { reply: { status: 0, msg: 'Image illisible.' } })
    const { page } = await atDocuments()
    for (const type of documentTypes) {
      await give(page, type)
      await documentState(page, type, 'failed')
      await says(page, type, `${names[type]} non enregistrée.`)
      await says(page, type, 'Image illisible.')
    }
    provider.behave()
    for (const type of documentTypes) {
      await pressInRow(page, type, 'Renvoyer la même photo')
      if (type !== 'photobuste') await documentState(page, type, 'sent')
    }
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    for (const type of documentTypes) {
      const [refused, accepted, ...more] = sent(type).map(({ body }) => body.image)
      expect(accepted).toBe(refused)
      expect(more).toEqual([])
    }
  })

  test.each([
    [413, { status: 0 }, 'Le fichier est trop lourd pour le serveur.'],
    [422, { status: 0, msg: 'Format refusé.' }, 'Format refusé.'],
  ])('whose document is answered with HTTP %i has the others sent all the same', async (status, reply, why) => {
    provider.script(upload, { status, reply, times: 1 })
    const { page, witness } = await atDocuments()
    witness.allow(new RegExp(`status of ${status}`))
    await give(page, 'carteid')
    await documentState(page, 'carteid', 'failed')
    await says(page, 'carteid', `${names.carteid} non enregistrée.`)
    await says(page, 'carteid', why)
    for (const type of ['actenaiss', 'simcard', 'attest', 'photobuste'] as const) {
      await give(page, type)
      await documentState(page, type, 'sent')
    }
    expect(sent('carteid')).toHaveLength(1)
    await giveDocument(page, 'carteid', await smallPhoto('autre'))
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    expect(sent('carteid')).toHaveLength(2)
  })

  test('is told of an error of the call itself, and the photo goes out once the server is well', async () => {
    provider.script(upload, { status: 500 })
    const { page, witness } = await atDocuments()
    witness.allow(/status of 500/)
    await give(page, 'attest')
    await documentRow(page, 'attest').getByText('Le serveur est momentanément en panne (erreur 500).').waitFor()
    await documentState(page, 'attest', 'queued')
    provider.behave()
    await documentState(page, 'attest', 'sent')
  })

  test('sees that a photo is on its way', async () => {
    const { hold, open } = gate()
    provider.script(upload, { hold })
    const { page } = await atDocuments()
    await field(page, 'attest').setInputFiles(await smallPhoto('attest'))
    await documentState(page, 'attest', 'sending')
    await documentRow(page, 'attest').getByText('Envoi en cours').waitFor()
    open()
    await documentState(page, 'attest', 'sent')
  })

  test('stays at the documents until all of them are done', async () => {
    const { page } = await atDocuments()
    for (const type of ['actenaiss', 'carteid', 'simcard', 'attest'] as const) {
      await give(page, type)
      await documentState(page, type, 'sent')
    }
    await documentState(page, 'photobuste', 'empty')
    await page.reload()
    await documentState(page, 'photobuste', 'empty')
    for (const type of ['actenaiss', 'carteid', 'simcard', 'attest'] as const) await documentState(page, type, 'sent')
  })
})
