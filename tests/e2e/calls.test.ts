import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentTypes } from '../../src/rules/documents.ts'
import { code } from './setup/answers.ts'
import { builds } from './setup/builds.ts'
import { installed } from './setup/device.ts'
import { enrol, enterCode, giveDocument } from './setup/hands.ts'
import { visitors } from './setup/journey.ts'
import { oneProvider } from './setup/one-provider.ts'
import { documentPhotos } from './setup/photos.ts'

/** On 2G each call costs a second: what a whole enrolment asks for, and that it asks once. */

const students = visitors()
const provider = await oneProvider()

const times = (calls: readonly string[]) =>
  Object.fromEntries([...new Set(calls)].sort().map(call => [call, calls.filter(other => other === call).length]))

test('a first visit downloads each file of the build once, page and worker together', async () => {
  const { page } = await students.open('phone', provider.url)
  await page.goto('/home')
  await installed(page)
  const files = provider.journal.filter(({ path }) => path.startsWith('/assets/')).map(({ path }) => path)
  const built = readdirSync(join(builds.complete.dir, 'assets')).map(name => `/assets/${name}`)
  expect(times(files)).toEqual(times(built))
})

test('a student who enrols asks for each thing once, from the first page to the last', async () => {
  const photos = await documentPhotos()
  const { page } = await students.open('phone', provider.url)
  await page.goto('/home')
  await installed(page)
  await page.getByRole('link', { name: /^S'inscrire/ }).click()
  await enrol(page, 'complete')
  await enterCode(page, code)
  for (const type of documentTypes) await giveDocument(page, type, photos[type])
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
  const calls = provider.journal.filter(({ call }) => call !== '').map(({ call }) => call)
  expect(times(calls)).toEqual({
    // The window decides whether the rest is asked at all; the guard takes the home page's answer.
    'etudiant/enrolement/chrono': 1,
    'etudiant/btn/info': 1,
    'etudiant/new/bac': 1,
    'etudiant/statut/liste/annee': 1,
    // Once for the device, and once to see that they still hold: what was kept is shown at once.
    'etudiant/liste/annee': 2,
    'etudiant/liste/academie': 2,
    'etudiant/liste/serie': 2,
    'etudiant/pieces/identite/utilisee': 2,
    // The student's own: nothing polls, nothing is repeated.
    'etudiant/search/matricule': 1,
    'etudiant/enrolement/add': 1,
    'etudiant/otp/valide': 1,
    'etudiant/files/upload': 5,
  })
})
