import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documentPhotos } from '../photos/photographs.ts'
import { elsewhere, elsewhereBuild, ensureBuild } from './setup/builds.ts'
import { installed } from './setup/device.ts'
import { enrolFromHome } from './setup/hands.ts'
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
  const { page } = await students.open('phone', site.url)
  await page.goto('/home')
  await installed(page)
  await enrolFromHome(page, await documentPhotos())
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
