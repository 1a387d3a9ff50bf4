import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aboveTheLimit, smallPhoto } from '../photos/photographs.ts'
import { bamako, student } from './setup/answers.ts'
import { heading } from './setup/arrival.ts'
import { eventually, installed, queue, stored } from './setup/device.ts'
import { dialog, documentState, enrolToDocuments, field, press, toDocuments } from './setup/hands.ts'
import { expectUsable, roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { choice, fromGallery, shareWith, whichDocument } from './setup/sharing.ts'
import { startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'

/** Where a shared photo goes by what was begun on the phone, and what each state of the page looks like. */

const visits = visitors()
const provider = await oneProvider()
const { matricule } = student
const attestation = 'Attestation du baccalauréat'
const birth = "Extrait d'acte de naissance"
const arrivals = (type: string) => provider.memory.documents.get(`${matricule}/${type}`) ?? []

async function visited(colorScheme: 'light' | 'dark' = 'light') {
  const { page } = await visits.open('phone', provider.url, { colorScheme })
  await page.goto('/home')
  await installed(page)
  return page
}

const share = async (page: Page, ...titles: string[]) =>
  shareWith(page, provider.url, await Promise.all(titles.map(async title => fromGallery(await smallPhoto(title)))))

describe('a shared photo', () => {
  test('begins a preparation where nothing was begun, with the window closed, and leaves once the number is confirmed', async () => {
    provider.memory.chrono = { statut: 0, resultat: { message: '', dateHeure: bamako(-3_600_000) } }
    const page = await visited()
    await share(page, 'avance')
    await whichDocument(page).waitFor()
    await choice(page, attestation).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    await page.getByRole('link', { name: 'Préparer mes documents' }).click()
    await documentState(page, 'attest', 'queued')
    expect(await stored(page, 'originals')).toHaveLength(1)
    expect(arrivals('attest')).toEqual([])
    provider.memory.chrono = { statut: 1, resultat: { message: 'Fin dans', dateHeure: bamako(86_400_000) } }
    await page.goto('/register')
    await enrolToDocuments(page)
    await eventually(() => arrivals('attest').length).toBe(1)
    await documentState(page, 'attest', 'sent')
  })

  test('asks before it takes the place of the one before it, which is only prepared', async () => {
    provider.memory.chrono = { statut: 0, resultat: { message: '', dateHeure: bamako(-3_600_000) } }
    const page = await visited()
    await share(page, 'une', 'deux')
    await choice(page, attestation).click()
    await page.getByText('Encore 1 à placer').waitFor({ state: 'detached' })
    await choice(page, `${attestation}.*Gardée`).click()
    await dialog(page).getByRole('heading', { name: 'Remplacer la photo ?' }).waitFor()
    await press(page, 'Annuler')
    await dialog(page).waitFor({ state: 'detached' })
    await choice(page, birth).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    const kept = await stored(page, 'originals')
    expect(kept).toHaveLength(2)
  })

  test('waits on the way home of who has begun nothing', async () => {
    const page = await visited()
    await share(page, 'une')
    await whichDocument(page).waitFor()
    await page.goto('/home')
    await page.getByRole('link', { name: 'Une photo reçue à placer' }).click()
    await whichDocument(page).waitFor()
  })

  test('goes to no correction that wants none, but is prepared for an enrolment', async () => {
    const flags = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
    provider.memory.files.set(matricule, { status: 2, msg: 'Validé.', matricule, ...flags })
    const page = await visited()
    await page.goto(`/reclamation/${matricule}`)
    await page.getByText('Aucun document de ce dossier').waitFor()
    await share(page, 'autre')
    await whichDocument(page).waitFor()
    await page.getByText('Pour préparer une inscription').waitFor()
    await choice(page, attestation).click()
    await heading(page, 'Vos photos ont leur place').waitFor()
    expect(provider.calls('etudiant/files/update/attest')).toEqual([])
    expect(await queue(page)).toEqual([])
  })

  test('goes to the correction that is open, and only where the office asks for a document', async () => {
    const flags = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '0', photoBusteV: '2' }
    provider.memory.files.set(matricule, { status: 0, msg: 'À reprendre.', matricule, ...flags })
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
    await eventually(() => provider.calls('etudiant/files/update/attest').length).toBe(1)
    await eventually(async () => (await queue(page)).map(({ state }) => state)).toEqual(['accepted'])
    // Once for the page, and not with each step of the photo's way.
    await roundTrip(page)
    expect(asked() - before).toBe(1)
    await page.getByRole('link', { name: 'Mise à jour de mes documents' }).click()
    await documentState(page, 'attest', 'sent')
  })
})

test('where the worker is gone, the host takes nothing and the page asks for the photo once more', async () => {
  const server = await startStandIn()
  try {
    const { page } = await visits.open('phone', server.url, { serviceWorkers: 'block' })
    await shareWith(page, server.url, [fromGallery(await smallPhoto('perdue'))])
    await page.getByText("La photo n'est pas arrivée.").waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?encore/)
    expect(server.log()).toContain('"method":"POST","template":"/partage","status":303')
  } finally {
    await server.dispose()
  }
})

test.each(['light', 'dark'] as const)(
  'no state of the page shuts a student out in the %s scheme',
  async colorScheme => {
    const page = await visited(colorScheme)
    const look = (state: string) => expectUsable(page, state)
    await page.goto('/partage')
    await page.getByText("Aucune photo n'attend ici.").waitFor()
    await look('nothing there')
    await page.goto('/partage?encore')
    await page.getByText("La photo n'est pas arrivée.").waitFor()
    await look('lost on the way')
    await toDocuments(page)
    const big = fromGallery(await aboveTheLimit(), 'trop grand.jpg')
    const broken = { name: 'abîmée.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('rien') }
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
    await page.getByRole('alert').filter({ hasText: "Ce fichier n'est pas une photo." }).waitFor()
    await look('a file that is none')
    await press(page, 'Ne pas garder cette photo')
    await heading(page, 'Vos photos ont leur place').waitFor()
    await look('all of them placed')
  },
)
