import { expect, test } from 'vitest'
import { documentPhotos } from '../photos/photographs.ts'
import { assetsOf, builds, precached, wanted } from './setup/builds.ts'
import { keptPaths, visitHome } from './setup/device.ts'
import { enrolFromHome, field } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** On 2G each call costs a second: what a whole enrolment asks for, and that it asks once. */

const students = visitors()
const provider = await oneProvider()

const times = (calls: readonly string[]) =>
  Object.fromEntries([...new Set(calls)].sort().map(call => [call, calls.filter(other => other === call).length]))

test('a first visit downloads each file once, page and worker together, and none that few phones need', async () => {
  const { page } = await students.open('phone', provider.url)
  await visitHome(page)
  const files = provider.journal.filter(({ path }) => path.startsWith('/assets/')).map(({ path }) => path)
  const rare = wanted(builds.complete.dir)
  expect(times(files)).toEqual(times(assetsOf(builds.complete.dir).filter(path => !rare.includes(path))))
  expect(await keptPaths(page)).toEqual(precached(builds.complete.dir).sort())
})

test('a part that did not come beside the first page comes when it is wanted', async () => {
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(/\/assets\/screens|\/sw\.js|ServiceWorker|status of (404|503)|HTTP response code \(404\)/)
  provider.script('/sw.js', { status: 404 })
  provider.script(/^\/assets\/screens/, { status: 503, times: 1 })
  await page.goto('/home')
  await expect.poll(() => provider.journal.some(({ path }) => path.startsWith('/assets/screens'))).toBe(true)
  await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
  await field(page, 'annee').waitFor()
})

test('a student who enrols asks for each thing once, from the first page to the last', async () => {
  const { page } = await students.open('phone', provider.url)
  await visitHome(page)
  await enrolFromHome(page, await documentPhotos())
  const calls = provider.journal.filter(({ call }) => call !== '').map(({ call }) => call)
  expect(times(calls)).toEqual({
    // The window decides whether the rest is asked at all; the guard takes the home page's answer.
    'etudiant/enrolement/chrono': 1,
    'etudiant/btn/info': 1,
    'etudiant/new/bac': 1,
    'etudiant/statut/liste/annee': 1,
    // For the device: what was kept today holds today.
    'etudiant/liste/annee': 1,
    'etudiant/liste/academie': 1,
    'etudiant/liste/serie': 1,
    'etudiant/pieces/identite/utilisee': 1,
    // The student's own: nothing polls, nothing is repeated.
    'etudiant/search/matricule': 1,
    'etudiant/enrolement/add': 1,
    'etudiant/otp/valide': 1,
    'etudiant/files/upload': 5,
  })
})
