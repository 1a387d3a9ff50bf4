import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aboveTheLimit, notAnImage, photograph, smallPhoto } from '../photos/photographs.ts'
import { student } from './setup/answers.ts'
import { heading } from './setup/arrival.ts'
import { devtools, eventually, installed, queue, stored } from './setup/device.ts'
import { confirm, dialog, documentState, field, giveDocument, press, sendDocument, toDocuments } from './setup/hands.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import type { Phone } from './setup/phone.ts'
import { choice, fromGallery, shareWith, whichDocument } from './setup/sharing.ts'
import { phones } from './setup/students.ts'

/** Photos that other apps share with the portal, through the real worker. */

const network = badNetwork()
const phone = phones(networkFaults, /QuotaExceededError|quota/i)
const { matricule } = student
const attestation = 'Attestation du baccalauréat'
const birth = "Extrait d'acte de naissance"

const arrivals = (type: string) => network.provider.memory.documents.get(`${matricule}/${type}`) ?? []
/** What lies on the disk of what was shared and has no place yet. */
const received = async (page: Page) =>
  (await stored<{ name: string; pick?: string }>(page, 'originals')).filter(({ pick }) => !pick).map(({ name }) => name)

/** A student at the documents, with the portal closed: nothing of it is open but its worker. */
async function enrolled(mine: Phone) {
  const { page, context } = await mine.start()
  await toDocuments(page)
  await installed(page)
  const shared = await context.newPage()
  await page.close()
  return { page: shared, context }
}

async function cutOff(page: Page) {
  await page.context().setOffline(true)
  await network.link.set({ network: 'gone' })
}

async function reconnected(page: Page) {
  await network.link.set({ network: 'there' })
  await page.context().setOffline(false)
}

describe('a photo that a student shares from the gallery', () => {
  test('goes to the document that they choose, and arrives as if it had been chosen there', async () => {
    const { page } = await enrolled(phone(network.url))
    const photo = await photograph(3, 'attest')
    await shareWith(page, network.url, [fromGallery(photo, 'Diplôme reçu à l’école.jpg')])
    await whichDocument(page).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/partage')
    const drawn = page.getByAltText('La photo reçue')
    await eventually(() => drawn.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(1000)
    expect(await received(page)).toEqual(['Diplôme reçu à l’école.jpg'])
    expect(network.provider.calls('etudiant/files/upload')).toEqual([])
    await choice(page, attestation).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    await eventually(() => received(page)).toEqual([])
    await eventually(() => arrivals('attest').length).toBe(1)
    await page.getByRole('link', { name: "Continuer l'inscription" }).click()
    await documentState(page, 'attest', 'sent')
    await sendDocument(page, 'attest', await smallPhoto('another'))
    await eventually(() => arrivals('attest').length).toBe(2)
    await giveDocument(page, 'attest', photo)
    await eventually(() => arrivals('attest').length).toBe(3)
    const [shared, , chosen] = arrivals('attest')
    expect(shared).toEqual(chosen)
  })

  test('is taken in without a network, with several others, and leaves when there is one', async () => {
    const { page } = await enrolled(phone(network.url))
    await cutOff(page)
    await shareWith(page, network.url, [
      fromGallery(await smallPhoto('naissance')),
      fromGallery(await aboveTheLimit(), 'trop grand.jpg'),
      fromGallery(await notAnImage(), 'reçu.pdf', 'application/pdf'),
      fromGallery(await smallPhoto('diplome')),
    ])
    await whichDocument(page).waitFor()
    await page.getByText('Encore 3 à placer').waitFor()
    await choice(page, birth).click()
    await heading(page, "Un fichier n'a pas été pris").waitFor()
    await page.getByText('trop grand.jpg').waitFor()
    await page.getByText('Fichier selectionné trop volumineux. Au plus 5Mo').waitFor()
    await press(page, "J'ai compris")
    await page.getByText('reçu.pdf').waitFor()
    await page.getByText("Ce fichier n'est pas une photo.").waitFor()
    await press(page, "J'ai compris")
    await whichDocument(page).waitFor()
    await eventually(() => whichDocument(page).evaluate(title => title === document.activeElement)).toBe(true)
    await choice(page, attestation).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    expect(
      (await queue(page))
        .filter(({ state }) => state === 'waiting')
        .map(({ slot }) => slot)
        .sort(),
    ).toEqual(['actenaiss', 'attest'])
    await reconnected(page)
    await eventually(() => [arrivals('actenaiss').length, arrivals('attest').length]).toEqual([1, 1])
  })

  test('is still there after the battery went out, and goes nowhere when it is not wanted', async () => {
    const mine = phone(network.url)
    const { page: before } = await enrolled(mine)
    await shareWith(before, network.url, [fromGallery(await smallPhoto('une')), fromGallery(await smallPhoto('deux'))])
    await mine.kill()
    const { page } = await mine.start()
    await page.goto('/home')
    await page.getByRole('link', { name: '2 photos reçues à placer' }).click()
    await whichDocument(page).waitFor()
    await press(page, 'Ne pas garder cette photo')
    await page.getByText('Encore 1 à placer').waitFor({ state: 'detached' })
    expect((await received(page)).length).toBe(1)
    await press(page, 'Ne pas garder cette photo')
    await heading(page, 'Photos reçues').waitFor()
    expect(await received(page)).toEqual([])
    expect(network.provider.calls('etudiant/files/upload')).toEqual([])
  })

  test('takes the place of another one only after a yes', async () => {
    const mine = phone(network.url)
    const { page: before } = await mine.start()
    await toDocuments(before)
    await installed(before)
    await sendDocument(before, 'attest', await smallPhoto('premier'))
    await shareWith(before, network.url, [fromGallery(await smallPhoto('second'))])
    await choice(before, `${attestation}.*Envoyée`).click()
    await dialog(before).getByRole('heading', { name: 'Remplacer la photo ?' }).waitFor()
    await dialog(before).getByRole('button', { name: 'Annuler' }).click()
    await dialog(before).waitFor({ state: 'detached' })
    expect(arrivals('attest').length).toBe(1)
    await choice(before, attestation).click()
    await confirm(before)
    await eventually(() => arrivals('attest').length).toBe(2)
  })

  test('that can’t be decoded is told, and stays with the student', async () => {
    const { page } = await enrolled(phone(network.url))
    await shareWith(page, network.url, [fromGallery(await notAnImage(), 'photo.jpg')])
    await page.getByText('Ce fichier ne peut pas être montré ici.').waitFor()
    await choice(page, attestation).click()
    await page.getByRole('alert').filter({ hasText: 'Les fichiers PDF ne sont pas acceptés.' }).waitFor()
    expect(await received(page)).toEqual(['photo.jpg'])
  })
})

test('on a full device a shared photo is shown, and that it is not kept; it finds its place once there is room', async () => {
  const mine = phone(network.url)
  await enrolled(mine)
  await mine.kill()
  const { page } = await mine.start()
  const session = await devtools(page)
  const room = (size: object) => session.send('Storage.overrideQuotaForOrigin', { origin: network.url, ...size })
  await room({ quotaSize: 1 })
  await shareWith(page, network.url, [fromGallery(await photograph(3, 'attest'))])
  await whichDocument(page).waitFor()
  await page.getByText("Il n'y a plus de place sur cet appareil").waitFor()
  await page.getByText("Cette photo n'est pas encore gardée ici.").waitFor()
  expect(await received(page)).toEqual([])
  await room({})
  await choice(page, attestation).click()
  await heading(page, 'Vos photos ont leur place').waitFor()
  await eventually(() => arrivals('attest').length).toBe(1)
})

describe('a page of another site', () => {
  const site = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html>ailleurs'))
  beforeAll(async () => new Promise<void>(ready => site.listen(0, '127.0.0.1', ready)))
  afterAll(() => site.close())

  test('puts no photo on the device', async () => {
    const { page } = await enrolled(phone(network.url))
    const elsewhere = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    await shareWith(page, network.url, [fromGallery(await smallPhoto('intrus'))], elsewhere)
    await page.getByText("Aucune photo n'attend ici.").waitFor()
    expect(await received(page)).toEqual([])
    await page.getByRole('link', { name: "Continuer l'inscription" }).waitFor()
    expect(await field(page, 'attest').count()).toBe(0)
  })
})

test('the manifest says where photos go', async () => {
  const { page } = await phone(network.url).start()
  await page.goto('/home')
  await installed(page)
  const { errors, data } = await (await devtools(page)).send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '').share_target).toMatchObject({ action: '/partage', method: 'POST' })
})
