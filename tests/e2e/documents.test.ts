import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentsOf, documentTypes, type WizardVariant } from '../../src/spec/documents.ts'
import { patienceMs } from '../patience.ts'
import { aboveTheLimit, atTheLimit, notAnImage, pngPicture, smallPhoto } from '../photos/photographs.ts'
import { page as printed } from '../photos/pictures.ts'
import { arrived, pickPhoto, rowButton } from './photos/album.ts'
import { code, student } from './setup/answers.ts'
import { builds } from './setup/builds.ts'
import {
  currentStep,
  documentRow,
  documentState,
  enrol,
  enterCode,
  field,
  giveDocument,
  pressInRow,
  sendDocument,
} from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
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
      // The last is as small as a stamp, and its verifier is told so.
      const { remarques, ...body } = entry?.body ?? {}
      expect(Object.keys(body).sort()).toEqual(['image', 'matricule', 'type'])
      expect(remarques, type).toEqual(type === 'actenaiss' ? ['loin'] : undefined)
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
      const [refused, accepted, ...more] = sent(type).map(({ body }) => body)
      expect(accepted, type).toEqual(refused)
      expect(more, type).toEqual([])
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

/** Sections 5, 8 and 9: what is said of a file that is not taken. Which, and in what order: unit/documents/prepare.test.ts. */

const tooLarge = 'Fichier selectionné trop volumineux. Au plus 5Mo'

describe('a student who chooses a file', () => {
  test('that is too large or no picture is told so, also after one that was sent; the next one takes that back', async () => {
    const [exact, above] = [await atTheLimit(), await aboveTheLimit()]
    expect([(await readFile(exact)).length, (await readFile(above)).length]).toEqual([5_242_880, 5_242_881])
    const { page } = await atDocuments()
    const row = documentRow(page, 'carteid')
    await field(page, 'carteid').setInputFiles(above)
    await row.getByText(tooLarge, { exact: true }).waitFor()
    await documentState(page, 'carteid', 'failed')
    await field(page, 'simcard').setInputFiles(await notAnImage())
    await documentState(page, 'simcard', 'failed')
    await documentRow(page, 'simcard').locator('[role="alert"]', { hasText: 'PDF ne sont pas acceptés' }).waitFor()
    await sendDocument(page, 'attest', exact)
    expect(provider.calls(upload).map(({ body }) => body.type)).toEqual(['attest'])

    await sendDocument(page, 'carteid', await smallPhoto('carteid'))
    expect(await row.getByText(tooLarge).count()).toBe(0)
    await field(page, 'carteid').setInputFiles(above)
    await row.getByText(tooLarge, { exact: true }).waitFor()
    await row.getByText('La photo donnée avant reste enregistrée.', { exact: true }).waitFor()
    expect(await row.getByText('enregistrée avec succès').count()).toBe(0)
    expect(await row.getByRole('alert').count()).toBe(1)
    await documentState(page, 'carteid', 'sent')
  })

  test('and takes it back is told that it is required; who leaves the picker without one is told nothing and keeps it', async () => {
    provider.script(upload, { status: 503, headers: { 'Retry-After': '600' } })
    const { page, witness } = await atDocuments()
    witness.allow(/status of 503/)
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
    await pressInRow(page, 'attest', 'Retirer la photo')
    await documentRow(page, 'attest').getByText('Champ obligatoire.', { exact: true }).waitFor()
    await documentState(page, 'attest', 'empty')
    expect(await field(page, 'attest').getAttribute('aria-invalid')).toBe('true')
    const tied = (await field(page, 'attest').getAttribute('aria-describedby')) ?? ''
    const texts = await Promise.all(tied.split(' ').map(id => page.locator(`[id="${id}"]`).textContent()))
    expect(texts).toContain('Champ obligatoire.')
    provider.behave()
    await sendDocument(page, 'attest', await smallPhoto('autre'))
    expect(await documentRow(page, 'attest').getByText('Champ obligatoire.').count()).toBe(0)
    for (const [type, state] of [
      ['carteid', 'empty'],
      ['attest', 'sent'],
    ] as const) {
      await field(page, type).setInputFiles([])
      await roundTrip(page)
      await documentState(page, type, state)
      expect(await documentRow(page, type).getByText('Champ obligatoire.').count()).toBe(0)
      expect(await field(page, type).getAttribute('aria-invalid')).toBeNull()
    }
  })
})

/** What the student sees of the documents' step once the provider has them all. */

const dark = await sharp(await printed().jpeg().toBuffer())
  .linear(0.2, 0)
  .jpeg()
  .toBuffer()
const validation = 'etudiant/enrolement/globalevalid'
const keep = 'Garder quand même'
/** Below the 20 s that are given to advice. */
const soon = { timeout: patienceMs }

/** All but the attestation are there. */
async function allButOne(variant: WizardVariant) {
  const visit = await atDocuments(variant)
  for (const type of documentsOf(variant)) {
    if (type === 'attest') continue
    await sendDocument(visit.page, type, await smallPhoto(type))
  }
  return visit
}

/** Faster than any screen can draw. */
const pressThrice = (page: Page, name: string) =>
  button(page, name).evaluate((element: HTMLButtonElement) => {
    for (let times = 0; times < 3; times += 1) element.click()
  })

describe('a student of reading B with advice before their eyes', () => {
  test('goes on as soon as the file is validated, and by one call however often the button is pressed', async () => {
    const { page } = await allButOne('reduced')
    await pickPhoto(page, 'attest', dark)
    await documentState(page, 'attest', 'sent')
    await rowButton(page, 'attest', keep).waitFor()
    const { hold, open } = gate()
    provider.script(validation, { hold })
    await pressThrice(page, 'Continuer')
    await expect.poll(() => button(page, 'Continuer').isDisabled()).toBe(true)
    open()
    await button(page, 'Terminer').waitFor(soon)
    expect(provider.calls(validation)).toHaveLength(1)
  })
})

describe('a student of reading A whose last photo has arrived', () => {
  test('is told that all are there and what is waited for while there is advice, and goes on by one button', async () => {
    const { page } = await allButOne('complete')
    await pickPhoto(page, 'attest', dark)
    await documentState(page, 'attest', 'sent')
    await page
      .locator('[data-document="attest"] [role="status"]', {
        hasText: 'Tous vos documents sont reçus. Reprenez cette photo, ou gardez-la pour continuer.',
      })
      .waitFor(soon)
    await rowButton(page, 'attest', keep).click()
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor(soon)
  })

  test('is not led away from the gallery that is open for a better one, which then arrives', async () => {
    const { page } = await allButOne('complete')
    const { hold, open } = gate()
    provider.script(upload, { hold, times: 1 })
    await pickPhoto(page, 'attest', await printed().jpeg().toBuffer())
    await documentState(page, 'attest', 'sending')
    const [gallery] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressInRow(page, 'carteid', 'Choisir une photo'),
    ])
    open()
    await documentState(page, 'attest', 'sent')
    expect(await currentStep(page).textContent()).toContain('Documents à envoyer')
    await gallery.setFiles(await smallPhoto('autre'))
    await arrived(provider, 'carteid', 2)
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  })
})
