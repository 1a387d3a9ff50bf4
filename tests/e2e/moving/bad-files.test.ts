import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, stored } from '../setup/device.ts'
import { field, fill, press } from '../setup/hands.ts'
import { chooseFile, expectUsableInBoth, keep, openWith } from '../setup/moving.ts'
import { fileOf } from '../setup/moving-package.ts'
import { oneProvider } from '../setup/network.ts'
import { expectAt, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'

/** Each kind of bad file is told apart (unit/features/transfer/encryption.test.ts); here is where it is told, and what stays. */

const visits = visitors()
const provider = await oneProvider()

test('what is no dossier, damaged or closed to a wrong code is told in place, and the own enrolment stays beside the one that is taken', async () => {
  const file = await fileOf({ waiting: ['attest'] })
  const { page } = await visits.open('phone', provider.url)
  const mine = () => stored(page, 'dossiers')
  await page.goto('/register')
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await mine()).length).toBe(1)
  const before = await mine()
  const damaged = Buffer.from(file)
  damaged[file.length - 500] = (file[file.length - 500] ?? 0) ^ 1

  await chooseFile(page, readFileSync(await smallPhoto('attest')))
  const foreign = page.getByRole('alert').filter({ hasText: "Ce fichier n'est pas un dossier du portail." })
  await expectAt(foreign)
  await expectUsableInBoth(page, 'a file that is a photo')
  await field(page, 'dossier').setInputFiles({ name: 'y', mimeType: 'text/plain', buffer: damaged })
  await expectAt(page.getByRole('alert').filter({ hasText: 'Ce dossier est abîmé.' }))
  expect(await foreign.count()).toBe(0)

  // Whatever it is called: it is known by its beginning.
  await chooseFile(page, file, 'Document sans nom.txt')
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

  await openWith(page)
  await page.getByText("L'inscription déjà commencée ici reste gardée. Elle revient après celle-ci.").waitFor()
  await press(page, 'Annuler')
  await heading(page, 'Changer de téléphone').waitFor()
  expect(await mine()).toEqual(before)
  await field(page, 'dossier').setInputFiles({ name: 'x', mimeType: 'text/plain', buffer: file })
  await openWith(page)
  await keep(page)
  expect(await mine()).toHaveLength(2)
  expect(await mine()).toContainEqual(before[0])
  await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await field(page, 'attest').waitFor({ state: 'attached' })
})
