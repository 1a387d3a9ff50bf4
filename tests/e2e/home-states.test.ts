import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { bamako, student } from './setup/answers.ts'
import { fill, giveDocument, phone, press, sendDocument, toDocuments } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt, heading } from './setup/place.ts'
import { visitors } from './setup/students.ts'
import { share, toEncryptedDocuments } from './shared/tablet.ts'

/** The home page says one thing for each state: how the dates stand, and what was begun on this device. */

const day = 24 * 3600 * 1000
const students = visitors()
const provider = await oneProvider()

const setWindow = (statut: number, inMilliseconds: number) => {
  provider.memory.chrono = {
    statut,
    resultat: { message: 'Les inscriptions ouvrent dans', dateHeure: bamako(inMilliseconds) },
  }
}

/** What the head offers to do next: one thing, and it can be tapped without scrolling. */
async function expectOffer(page: Page, name: string | RegExp): Promise<void> {
  const offers = page.locator('.head').getByRole('link')
  await page.locator('.head').getByRole('link', { name }).waitFor()
  expect(await offers.count()).toBe(1)
  const box = await offers.first().boundingBox()
  expect(box && box.y + box.height).toBeLessThan(740)
  expect(box?.height).toBeGreaterThanOrEqual(48)
}

/** Other pages' heads offer things of the same name. */
async function toHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await heading(page, 'Inscription des bacheliers').waitFor()
}

async function atHome(): Promise<Page> {
  const { page } = await students.at(provider.url, '/home')
  return page
}

describe('a student who opens the home page', () => {
  test('of a closed window reads since when, is told to prepare the documents, and is led back who taps to register', async () => {
    setWindow(0, -40 * day)
    const page = await atHome()
    const closed = page.getByRole('alert').filter({ hasText: 'Les inscriptions sont fermées' })
    await closed.getByText(/^Depuis le \d{1,2}(er)?\s\p{L}+ \d{4}, à \d{1,2}\sh\s\d\d\.$/u).waitFor()
    expect(await page.getByText("peuvent s'inscrire").count()).toBe(0)
    // It is news, and no fault of the page.
    expect(await page.title()).toBe('Inscription des bacheliers')
    await expectOffer(page, 'Préparer mes documents')
    const register = page.getByRole('link', { name: /^S'inscrire – Bac 2025/ })
    expect(await register.textContent()).toContain("à l'ouverture des inscriptions")
    await register.click()
    const told = page.getByRole('alert').filter({ hasText: 'Gardez cette page' })
    await expectAt(told, 'Inscription des bacheliers')
    await page.getByRole('link', { name: 'Préparer mes documents' }).click()
    await expectAt(page.getByRole('heading', { name: 'Préparer mes documents', level: 1 }))
  })

  test('of an open window is led to register, and reads who runs this, that it is free and that codes are secret', async () => {
    const page = await atHome()
    await page.getByText("Les bacheliers de 2026 peuvent s'inscrire.").waitFor()
    await expectOffer(page, /^S'inscrire – Bac 2025/)
    await page.getByText("L'inscription est gratuite.").first().waitFor()
    await page.getByText('Ne donnez jamais votre code').waitFor()
    await page.getByRole('contentinfo').getByText("l'office des aides aux étudiants, avec l'opérateur").waitFor()
  })

  test('without an answer still finds what to do, and whom to ask', async () => {
    provider.script('etudiant/enrolement/chrono', { status: 400 })
    provider.script('etudiant/btn/info', { status: 404 })
    provider.script('etudiant/new/bac', { status: 404 })
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 40[04]/)
    await page.goto('/home')
    await page.getByText('Les inscriptions sont fermées').waitFor()
    await expectOffer(page, 'Préparer mes documents')
    await page.getByText("Besoin d'aide ?").waitFor()
    expect(await page.locator('main a[href^="https://wa.me/223"]').count()).toBe(1)
    expect(await page.locator('main a[href^="tel:"]').count()).toBe(1)
    // No place is kept for what does not come.
    const empty = await page
      .locator('main :is(p, li, a, section)')
      .evaluateAll(
        all => all.filter(one => one.textContent?.trim() === '' && one.getBoundingClientRect().height > 0).length,
      )
    expect(empty).toBe(0)
  })
})

describe('a student who has begun', () => {
  test('is greeted, reads how far it is and what is left, and goes on there; at the end, how long an answer takes; is led to documents that are wanted again', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    await sendDocument(page, 'actenaiss', await smallPhoto('actenaiss'))
    await toHome(page)
    await expectAt(heading(page, 'Inscription des bacheliers'), undefined, 'top')
    await page.getByText(`Bonjour ${student.prenom}, votre inscription vous attend.`).waitFor()
    await expectOffer(page, /^Continuer – étape 3 sur 4, 1 document sur 5/)
    const left = page.locator('main p', { hasText: 'Il reste 4 documents' })
    for (const title of ["Pièce d'identité", 'carte SIM', 'Attestation', 'Photo de profil'])
      expect(await left.textContent()).toContain(title)
    expect(await page.getByText('Inscrivez-vous ici').count()).toBe(0)
    await page.getByRole('link', { name: /^Continuer/ }).click()
    await expectAt(heading(page, 'Documents à envoyer'), undefined, 'top')

    for (const type of documentTypes.slice(1)) await giveDocument(page, type, await smallPhoto(type))
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    await toHome(page)
    await page.getByText(/^Votre pré-inscription est effectuée\. Vous serez contacté avant le \d/).waitFor()
    await expectOffer(page, "Vérifier l'état de mon dossier")
    const known = page.locator('main dl')
    expect(await known.textContent()).toContain(student.matricule)
    expect(await known.textContent()).toContain('10')
    expect(await page.locator('main').textContent()).not.toContain(phone)

    const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
    const file = { status: 0, msg: 'Pièce illisible.', matricule: student.matricule, ...flags }
    for (const key of [phone, student.matricule]) provider.memory.files.set(key, file)
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await page.getByText('Pièce illisible.').waitFor()
    await toHome(page)
    await expectOffer(page, 'Mettre à jour mes documents')
    await page.getByRole('link', { name: 'Mettre à jour mes documents' }).click()
    await sendDocument(page, 'carteid', await smallPhoto('carteid'))
    await press(page, 'Mettre à jour')
    await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()
    await toHome(page)
    await expectOffer(page, "Vérifier l'état de mon dossier")
  })

  test('on a shared device is not named there, and nothing is known of it once it is locked', async () => {
    const { page } = await students.open('phone', provider.url)
    await share(page)
    await toEncryptedDocuments(page)
    await toHome(page)
    await page.getByText('Une inscription vous attend.').waitFor()
    expect(await page.locator('main').textContent()).not.toContain(student.prenom)
    await press(page, 'Verrouiller')
    await expectOffer(page, /^S'inscrire/)
  })
})
