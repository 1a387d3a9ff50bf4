import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { aboveTheLimit, atTheLimit, notAnImage, smallPhoto } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { offerDatabase } from './setup/device.ts'
import { documentRow, documentState, enrol, enterCode, field, pressInRow, sendDocument } from './setup/hands.ts'
import { roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Sections 5, 8 and 9: which file is taken, and what is said of one that is not. */

const students = visitors()
const provider = await oneProvider()

const upload = 'etudiant/files/upload'
const tooLarge = 'Fichier selectionné trop volumineux. Au plus 5Mo'

async function atDocuments() {
  const visit = await students.open('phone', provider.url)
  await visit.page.goto('/register')
  await enrol(visit.page, 'complete')
  await enterCode(visit.page, code)
  await documentState(visit.page, 'actenaiss', 'empty')
  return visit
}

describe('a student who chooses a file', () => {
  test('of exactly 5120 KB has it accepted, and one of a byte more refused', async () => {
    const [exact, above] = [await atTheLimit(), await aboveTheLimit()]
    expect([(await readFile(exact)).length, (await readFile(above)).length]).toEqual([5_242_880, 5_242_881])
    const { page } = await atDocuments()
    await field(page, 'carteid').setInputFiles(above)
    await documentRow(page, 'carteid').getByText(tooLarge, { exact: true }).waitFor()
    await documentState(page, 'carteid', 'failed')
    await sendDocument(page, 'attest', exact)
    expect(provider.calls(upload).map(({ body }) => body.type)).toEqual(['attest'])
  })

  test('after one that was too large is no longer told about the old one', async () => {
    const { page } = await atDocuments()
    await field(page, 'carteid').setInputFiles(await aboveTheLimit())
    await documentRow(page, 'carteid').getByText(tooLarge).waitFor()
    await sendDocument(page, 'carteid', await smallPhoto('carteid'))
    expect(await documentRow(page, 'carteid').getByText(tooLarge).count()).toBe(0)
  })

  test('that is no picture, whatever it is called, is told so, and nothing is sent', async () => {
    const { page } = await atDocuments()
    await field(page, 'simcard').setInputFiles(await notAnImage())
    await documentState(page, 'simcard', 'failed')
    await documentRow(page, 'simcard').locator('[role="alert"]', { hasText: 'PDF ne sont pas acceptés' }).waitFor()
    await roundTrip(page)
    expect(provider.calls(upload)).toEqual([])
  })

  test('and takes it back is told that the document is required', async () => {
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
  })

  test('and leaves the picker without one is told nothing, and keeps the photo that is there', async () => {
    const { page } = await atDocuments()
    await field(page, 'attest').setInputFiles([])
    await roundTrip(page)
    await documentState(page, 'attest', 'empty')
    expect(await documentRow(page, 'attest').getByText('Champ obligatoire.').count()).toBe(0)
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    await field(page, 'attest').setInputFiles([])
    await roundTrip(page)
    await documentState(page, 'attest', 'sent')
    expect(await field(page, 'attest').getAttribute('aria-invalid')).toBeNull()
  })

  test('that is too large after one that was sent is told that the earlier one stays, and of no success', async () => {
    const { page } = await atDocuments()
    await sendDocument(page, 'carteid', await smallPhoto('carteid'))
    await field(page, 'carteid').setInputFiles(await aboveTheLimit())
    const row = documentRow(page, 'carteid')
    await row.getByText(tooLarge, { exact: true }).waitFor()
    await row.getByText('La photo donnée avant reste enregistrée.', { exact: true }).waitFor()
    expect(await row.getByText('enregistrée avec succès').count()).toBe(0)
    expect(await row.getByRole('alert').count()).toBe(1)
    await documentState(page, 'carteid', 'sent')
  })

  test('without a matricule is sent back to step 1, unless the file is too large to begin with', async () => {
    const { page } = await atDocuments()
    await offerDatabase(page)
    await page.evaluate(async () => {
      const database = await openPortail()
      const transaction = database.transaction('dossiers', 'readwrite')
      const opening = transaction.objectStore('dossiers').openCursor()
      opening.onsuccess = () => {
        const cursor = opening.result
        if (!cursor) return
        cursor.update({ ...cursor.value, answers: { ...cursor.value.answers, matricule: '' } })
        cursor.continue()
      }
      await new Promise((done, fail) => {
        transaction.oncomplete = done
        transaction.onabort = fail
      })
      database.close()
    })
    await page.reload()
    await documentState(page, 'attest', 'empty')
    await field(page, 'attest').setInputFiles(await smallPhoto('attest'))
    await documentRow(page, 'attest')
      .getByText("Renseigner correctement le champ matricule à l'étape 1.", { exact: true })
      .waitFor()
    await field(page, 'attest').setInputFiles(await aboveTheLimit())
    await documentRow(page, 'attest').getByText(tooLarge, { exact: true }).waitFor()
    await roundTrip(page)
    expect(provider.calls(upload)).toEqual([])
  })
})
