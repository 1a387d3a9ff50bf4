import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aboveTheLimit, smallPhoto } from '../photos/photographs.ts'
import { bamako, student } from './setup/answers.ts'
import { devtools, eventually, queue, stored, visitHome } from './setup/device.ts'
import { dialog, documentState, enrolToDocuments, field, press } from './setup/hands.ts'
import { roundTrip } from './setup/looks.ts'
import { expectUsableInBoth } from './setup/moving.ts'
import { plant } from './setup/moving-package.ts'
import { oneProvider } from './setup/network.ts'
import { heading } from './setup/place.ts'
import { choice, fromGallery, shareWith, whichDocument } from './setup/sharing.ts'
import { visitors } from './setup/students.ts'

/** Where a shared photo goes by what was begun on the phone, and what each state of the page looks like. */

const visits = visitors()
const provider = await oneProvider()
const { matricule } = student
const attestation = 'Attestation du baccalauréat'
const birth = "Extrait d'acte de naissance"
const arrivals = (type: string) => provider.memory.documents.get(`${matricule}/${type}`) ?? []

async function visited() {
  const { page } = await visits.open('phone', provider.url)
  await visitHome(page)
  return page
}

const share = async (page: Page, ...titles: string[]) =>
  shareWith(page, provider.url, await Promise.all(titles.map(async title => fromGallery(await smallPhoto(title)))))

describe('a shared photo', () => {
  test('begins a preparation where nothing was begun, with the window closed, takes the place of no other unasked, and leaves once the number is confirmed', async () => {
    provider.memory.chrono = { statut: 0, resultat: { message: '', dateHeure: bamako(-3_600_000) } }
    const page = await visited()
    await share(page, 'avance', 'deux')
    await choice(page, attestation).click()
    await page.getByText('Encore 1 à placer').waitFor({ state: 'detached' })
    await choice(page, `${attestation}.*Gardée`).click()
    await dialog(page).getByRole('heading', { name: 'Remplacer la photo ?' }).waitFor()
    await press(page, 'Annuler')
    await dialog(page).waitFor({ state: 'detached' })
    await choice(page, birth).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    await page.getByRole('link', { name: 'Préparer mes documents' }).click()
    await documentState(page, 'attest', 'queued')
    expect(await stored(page, 'sourceFiles')).toHaveLength(2)
    expect([arrivals('attest'), arrivals('actenaiss')]).toEqual([[], []])
    provider.memory.chrono = { statut: 1, resultat: { message: 'Fin dans', dateHeure: bamako(86_400_000) } }
    await page.goto('/register')
    await enrolToDocuments(page)
    await eventually(() => [arrivals('attest').length, arrivals('actenaiss').length]).toEqual([1, 1])
    await documentState(page, 'attest', 'sent')
  })

  test('goes to the correction that is open where the office asks for a document, and to none that wants none', async () => {
    const flags = { actNaissV: '2', pieceIdV: '2', simCardV: '2', photoBusteV: '2' }
    provider.memory.files.set(matricule, { status: 0, msg: 'À reprendre.', matricule, ...flags, attestBacV: '0' })
    const page = await visited()
    await page.goto(`/reclamation/${matricule}`)
    await field(page, 'attest').waitFor({ state: 'attached' })
    const asked = () => provider.calls('etudiant/verif/statut/matricule').length
    const before = asked()
    await share(page, 'reprise')
    await whichDocument(page).waitFor()
    await page.getByText(`Pour la mise à jour du dossier qui finit par ${matricule.slice(-4)}`).waitFor()
    expect(await page.locator('main li button').count()).toBe(1)
    await choice(page, attestation).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    const updates = () => provider.calls('etudiant/files/update/attest').length
    await eventually(updates).toBe(1)
    const states = async () => (await queue(page)).map(({ state }) => state)
    await eventually(states).toEqual(['accepted'])
    // Once for the page, and not with each step of the photo's way.
    await roundTrip(page)
    expect(asked() - before).toBe(1)
    await page.getByRole('link', { name: 'Mise à jour de mes documents' }).click()
    await documentState(page, 'attest', 'sent')

    provider.memory.files.set(matricule, { status: 2, msg: 'Validé.', matricule, ...flags, attestBacV: '2' })
    await page.goto(`/reclamation/${matricule}`)
    await page.getByText('Aucun document de ce dossier').waitFor()
    await share(page, 'autre')
    await whichDocument(page).waitFor()
    await page.getByText('Pour préparer une inscription').waitFor()
    await choice(page, attestation).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    expect(updates()).toBe(1)
    expect(await states()).toEqual(['accepted'])
  })
})

describe('a page of another site', () => {
  const site = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html>ailleurs'))
  beforeAll(async () => new Promise<void>(ready => site.listen(0, '127.0.0.1', ready)))
  afterAll(() => site.close())

  test('puts no photo on the device; an app does, as the manifest says, and it waits on the way home of who has begun nothing', async () => {
    const page = await visited()
    const { errors, data } = await (await devtools(page)).send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '').share_target).toMatchObject({ action: '/partage', method: 'POST' })
    const elsewhere = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    await shareWith(page, provider.url, [fromGallery(await smallPhoto('intrus'))], elsewhere)
    await page.getByText("Aucune photo n'attend ici.").waitFor()
    expect(await stored(page, 'sourceFiles')).toEqual([])
    await share(page, 'une')
    await whichDocument(page).waitFor()
    await page.goto('/home')
    await page.getByRole('link', { name: 'Une photo reçue à placer' }).click()
    await whichDocument(page).waitFor()
  })
})

test('no state of the page shuts a student out in either scheme, and a file that is no photo stays with the student', async () => {
  const page = await visited()
  const look = (state: string) => expectUsableInBoth(page, state)
  await page.goto('/partage')
  await page.getByText("Aucune photo n'attend ici.").waitFor()
  await look('nothing there')
  // Where the worker is gone, the host leads there (provider/tests/static.test.ts).
  await page.goto('/partage?encore')
  await page.getByText("La photo n'est pas arrivée.").waitFor()
  await look('lost on the way')
  await plant(page)
  const big = fromGallery(await aboveTheLimit(), 'trop grand.jpg')
  const broken = { name: 'abîmée.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 rien') }
  await shareWith(page, provider.url, [fromGallery(await smallPhoto('une')), big, broken])
  await whichDocument(page).waitFor()
  await look('a photo')
  await choice(page, attestation).click()
  await heading(page, "Un fichier n'a pas été pris").waitFor()
  await look('a file that was declined')
  await press(page, "J'ai compris")
  await page.getByText('Ce fichier ne peut pas être montré ici.').waitFor()
  await look('a picture that can’t be drawn')
  await choice(page, attestation).click()
  await dialog(page).waitFor()
  await look('a document that has a photo')
  await press(page, 'Annuler')
  await dialog(page).waitFor({ state: 'detached' })
  await choice(page, "Pièce d'identité").click()
  await page.getByRole('alert').filter({ hasText: 'Les fichiers PDF ne sont pas acceptés.' }).waitFor()
  await look('a file that is none')
  expect(await stored(page, 'sourceFiles')).toMatchObject([{ name: 'abîmée.jpg' }])
  await press(page, 'Ne pas garder cette photo')
  await heading(page, 'Vos photos ont leur place').waitFor()
  await look('all of them placed')
})
