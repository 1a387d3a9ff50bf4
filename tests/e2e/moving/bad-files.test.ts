import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, stored } from '../setup/device.ts'
import { field, fill, giveDocument, press, toDocuments } from '../setup/hands.ts'
import { chooseFile, expectUsableInBoth, handOver, keep, openWith, saveFile } from '../setup/moving.ts'
import { oneProvider } from '../setup/network.ts'
import { expectAt, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'

/** What is no dossier of ours, or not all of one, is told in a sentence; nothing that lies here is touched. */

const visits = visitors()
const provider = await oneProvider()

async function someFile(): Promise<Buffer> {
  const { page } = await visits.open('phone', provider.url)
  await toDocuments(page)
  await giveDocument(page, 'attest', await smallPhoto('attest'))
  await handOver(page)
  return saveFile(page)
}

/** Its own draft, before and after. */
async function ownDraft(page: Page): Promise<unknown> {
  await page.goto('/register')
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await stored(page, 'dossiers')).length).toBe(1)
  return stored(page, 'dossiers')
}

const version = 7
const changed = (file: Buffer, at: number, value: number) => {
  const other = Buffer.from(file)
  other[at] = value
  return other
}

test('each kind of bad file is told by its own sentence, in place, and nothing is lost', async () => {
  const file = await someFile()
  const { page } = await visits.open('phone', provider.url)
  const before = await ownDraft(page)
  const bad: [string, Buffer, string][] = [
    ['a photo', readFileSync(await smallPhoto('attest')), "Ce fichier n'est pas un dossier du portail."],
    ['nothing', Buffer.alloc(0), "Ce fichier n'est pas un dossier du portail."],
    ['cut', file.subarray(0, file.length - 1000), "Ce dossier n'est pas arrivé en entier."],
    ['cut in its head', file.subarray(0, 20), "Ce dossier n'est pas arrivé en entier."],
    ['newer', changed(file, version, 200), "Ce dossier vient d'un portail plus récent."],
    ['older', changed(file, version, 0), "Ce dossier vient d'un portail trop ancien."],
  ]
  for (const [what, bytes, sentence] of bad) {
    await chooseFile(page, bytes)
    const alert = page.getByRole('alert').filter({ hasText: sentence })
    await alert.waitFor()
    await expectAt(alert)
    await expectUsableInBoth(page, `a file that is ${what}`)
  }
  expect(await stored(page, 'dossiers')).toEqual(before)
})

test('a wrong code is told beside the field, which keeps it to be corrected, and the right one opens', async () => {
  const file = await someFile()
  const { page } = await visits.open('phone', provider.url)
  await chooseFile(page, file)
  await press(page, 'Ouvrir le dossier')
  await page.getByText('Champ obligatoire.').waitFor()
  await openWith(page, 'mangue75')
  await page.getByText("Ce code n'ouvre pas ce dossier.").waitFor()
  const code = field(page, 'code-remise')
  await expectAt(code)
  expect(await code.inputValue()).toBe('mangue75')
  const marked = ({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd]
  expect(await code.evaluate(marked)).toEqual([0, 'mangue75'.length])
  await expectUsableInBoth(page, 'a wrong code')
  expect(await stored(page, 'dossiers')).toEqual([])
  await openWith(page)
  await keep(page)
})

test('one letter that was damaged on the way takes nothing in', async () => {
  const file = await someFile()
  const { page } = await visits.open('phone', provider.url)
  await chooseFile(page, changed(file, file.length - 500, (file[file.length - 500] ?? 0) ^ 1))
  await expectAt(page.getByRole('alert').filter({ hasText: 'Ce dossier est abîmé.' }))
  expect(await stored(page, 'dossiers')).toEqual([])
})

test('who has begun an enrolment of their own here is told that it stays, and finds it after the other one', async () => {
  const file = await someFile()
  const { page } = await visits.open('phone', provider.url)
  await ownDraft(page)
  await chooseFile(page, file, 'Document sans nom.txt')
  await openWith(page)
  await page.getByText("L'inscription déjà commencée ici reste gardée. Elle revient après celle-ci.").waitFor()
  await press(page, 'Annuler')
  await heading(page, 'Changer de téléphone').waitFor()
  expect(await stored(page, 'dossiers')).toHaveLength(1)
  await field(page, 'dossier').setInputFiles({ name: 'x', mimeType: 'text/plain', buffer: file })
  await openWith(page)
  await keep(page)
  expect(await stored(page, 'dossiers')).toHaveLength(2)
  await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await field(page, 'attest').waitFor({ state: 'attached' })
})
