import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documentTypes } from '../../src/rules/documents.ts'
import { documentPhotos } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { elsewhere, elsewhereBuild, ensureBuild } from './setup/builds.ts'
import { installed } from './setup/device.ts'
import { enrol, enterCode, giveDocument } from './setup/hands.ts'
import { expectAlert } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A provider on another origin, which lets the portal read its answers and none of their headers. */

const site = await oneProvider(elsewhereBuild.dir)
const provider = await oneProvider()
const { host } = new URL(provider.url)
const students = visitors([`--host-resolver-rules=MAP ${elsewhere} ${host}`])

beforeAll(() => ensureBuild(elsewhereBuild))
beforeEach(() => {
  provider.allowsOrigin = site.url
})

test('a student enrols from the first page to the last, and the browser has nothing to complain of', async () => {
  const photos = await documentPhotos()
  const { page } = await students.open('phone', site.url)
  await page.goto('/home')
  await installed(page)
  await page.getByRole('link', { name: /^S'inscrire/ }).click()
  await enrol(page, 'complete')
  await enterCode(page, code)
  for (const type of documentTypes) await giveDocument(page, type, photos[type])
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
  const uploads = provider.calls('etudiant/files/upload').filter(({ method }) => method === 'POST')
  expect(uploads).toHaveLength(5)
  expect(site.journal.filter(({ call }) => call !== '')).toEqual([])
})

test('a student whose provider asks for a pause that the browser keeps to itself is told of the fault all the same', async () => {
  provider.script('etudiant/liste/serie', { status: 503, headers: { 'Retry-After': '120' } })
  const { page, witness } = await students.open('phone', site.url)
  witness.allow(/status of 503/)
  await page.goto('/recepisse')
  await expectAlert(page, 'danger', 'Le serveur est momentanément en panne (erreur 503).')
})
