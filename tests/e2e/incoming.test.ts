import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aboveTheLimit, notAnImage, photograph, smallPhoto } from '../photos/photographs.ts'
import { student } from './setup/answers.ts'
import { devtools, eventually, queue, stored, visitHome } from './setup/device.ts'
import { confirm, dialog, documentState, giveDocument, press } from './setup/hands.ts'
import { plant } from './setup/moving-package.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { heading } from './setup/place.ts'
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
  (await stored<{ name: string; revision?: string }>(page, 'sourceFiles'))
    .filter(({ revision }) => !revision)
    .map(({ name }) => name)

/** A student at the documents, on a phone that has all of the portal. */
async function enrolled(page: Page) {
  await visitHome(page)
  await plant(page)
}

describe('a photo that a student shares from the gallery', () => {
  test('is taken in without a network, with several others, goes to the document that they choose, and arrives as if it had been chosen there', async () => {
    const { page: before, context } = await phone(network.url).start()
    await enrolled(before)
    // Nothing of the portal is open but its worker.
    const page = await context.newPage()
    await before.close()
    await network.lose(context)
    const photo = await photograph(3, 'attest')
    await shareWith(page, network.url, [
      fromGallery(photo, 'Diplôme reçu à l’école.jpg'),
      fromGallery(await aboveTheLimit(), 'trop grand.jpg'),
      fromGallery(await notAnImage(), 'reçu.pdf', 'application/pdf'),
      fromGallery(await smallPhoto('naissance')),
    ])
    await whichDocument(page).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/partage')
    await page.getByText('Encore 3 à placer').waitFor()
    const drawn = page.getByAltText('La photo reçue')
    await eventually(() => drawn.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(1000)
    expect(await received(page)).toContain('Diplôme reçu à l’école.jpg')
    await choice(page, attestation).click()

    await heading(page, "Un fichier n'a pas été pris").waitFor()
    await page.getByText('trop grand.jpg').waitFor()
    await page.getByText('Fichier selectionné trop volumineux. Au plus 5Mo').waitFor()
    await press(page, "J'ai compris")
    await page.getByText('reçu.pdf').waitFor()
    await page.getByText("Ce fichier n'est pas une photo.").waitFor()
    await press(page, "J'ai compris")
    await whichDocument(page).waitFor()
    await eventually(() => whichDocument(page).evaluate(title => title === document.activeElement)).toBe(true)
    await choice(page, birth).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    await eventually(() => received(page)).toEqual([])
    const waiting = (await queue(page)).filter(({ state }) => state === 'waiting').map(({ requestKey }) => requestKey)
    expect(waiting.sort()).toEqual(['actenaiss', 'attest'])
    expect(network.provider.calls('etudiant/files/upload')).toEqual([])
    await network.find(context)
    await eventually(() => [arrivals('actenaiss').length, arrivals('attest').length]).toEqual([1, 1])

    await page.getByRole('link', { name: "Continuer l'inscription" }).click()
    await documentState(page, 'attest', 'sent')

    // It takes the place of another one only after a yes.
    await shareWith(page, network.url, [fromGallery(await smallPhoto('second'))])
    await choice(page, `${attestation}.*Envoyée`).click()
    await dialog(page).getByRole('heading', { name: 'Remplacer la photo ?' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(arrivals('attest').length).toBe(1)
    await choice(page, attestation).click()
    await confirm(page)
    await eventually(() => arrivals('attest').length).toBe(2)
    await page.getByRole('link', { name: "Continuer l'inscription" }).click()
    await giveDocument(page, 'attest', photo)
    await eventually(() => arrivals('attest').length).toBe(3)
    const [shared, , chosen] = arrivals('attest')
    expect(shared).toEqual(chosen)
  })

  test('is still there after the battery went out, and goes nowhere when it is not wanted; on a full device it is shown, and finds its place once there is room', async () => {
    const mine = phone(network.url)
    const { page: before } = await mine.start()
    await enrolled(before)
    await shareWith(before, network.url, [fromGallery(await smallPhoto('une')), fromGallery(await smallPhoto('deux'))])
    const both = await received(before)
    expect(both).toHaveLength(2)
    await mine.kill()
    const { page } = await mine.start()
    const session = await devtools(page)
    const space = (size: object) => session.send('Storage.overrideQuotaForOrigin', { origin: network.url, ...size })
    await space({ quotaSize: 1 })
    await shareWith(page, network.url, [fromGallery(await photograph(3, 'attest'))])
    await whichDocument(page).waitFor()
    await page.getByText("Il n'y a plus de place sur cet appareil").waitFor()
    await page.getByText("Cette photo n'est pas encore gardée ici.").waitFor()
    await page.getByText('Encore 2 à placer').waitFor()
    expect(await received(page)).toEqual(both)
    await space({})
    await choice(page, attestation).click()
    await page.getByText('Encore 1 à placer').waitFor()
    await eventually(() => arrivals('attest').length).toBe(1)

    await page.goto('/home')
    await page.getByRole('link', { name: '2 photos reçues à placer' }).click()
    await whichDocument(page).waitFor()
    await press(page, 'Ne pas garder cette photo')
    await page.getByText('Encore 1 à placer').waitFor({ state: 'detached' })
    await eventually(async () => (await received(page)).length).toBe(1)
    await press(page, 'Ne pas garder cette photo')
    await heading(page, 'Photos reçues').waitFor()
    await eventually(() => received(page)).toEqual([])
    // The page was left while the answer was on its way: then the very same request goes out again.
    const sent = network.provider.calls('etudiant/files/upload').map(({ body }) => JSON.stringify(body))
    expect(new Set(sent).size).toBe(1)
  })
})
