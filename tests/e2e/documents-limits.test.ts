import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { aboveTheLimit, atTheLimit, notAnImage, smallPhoto } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { documentRow, documentState, enrol, enterCode, field, pressInRow, sendDocument } from './setup/hands.ts'
import { roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Sections 5, 8 and 9: what is said of a file that is not taken. Which, and in what order: unit/documents/prepare.test.ts. */

const students = visitors()
const provider = await oneProvider()

const upload = 'etudiant/files/upload'
const tooLarge = 'Fichier selectionné trop volumineux. Au plus 5Mo'

async function atDocuments() {
  const visit = await students.at(provider.url, '/register')
  await enrol(visit.page, 'complete')
  await enterCode(visit.page, code)
  await documentState(visit.page, 'actenaiss', 'empty')
  return visit
}

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
