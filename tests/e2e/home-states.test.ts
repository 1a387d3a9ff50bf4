import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { bamako, student } from './setup/answers.ts'
import { fill, giveDocument, phone, press, sendDocument, toDocuments } from './setup/hands.ts'
import { expectAlert } from './setup/looks.ts'
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

test('a student whose draft waits for a part that has not come is told so, and goes on at the press that brings it', async () => {
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(/A part of the portal did not come|ServiceWorker|404|net::ERR_|Failed to/)
  provider.script('/sw.js', { status: 404 })
  await page.goto('/register')
  await fill(page, { anneeBac: student.anneeBac })
  await page.getByText('Tout est enregistré').waitFor()
  await page.route('**/assets/screens-*.js', route => route.abort())
  await page.goto('/home')
  await page.getByText("Une partie de cette page n'est pas arrivée.").waitFor()
  await page.unroute('**/assets/screens-*.js')
  await press(page, 'Réessayer')
  await expectOffer(page, /Continuer/)
})

/** What each answer means stands in unit/spec/window.test.ts and unit/countdown: here is how it looks. */
describe('a student who looks at the home page', () => {
  test('reads what the dates say: in red that enrolment is closed, else the counters, which run down to 0 and stop', async () => {
    const { page } = await students.open('phone', provider.url)
    const counters = page.locator('table td')
    const come = async (statut: number, inMilliseconds: number) => {
      const resultat = { message: 'Message du serveur', dateHeure: bamako(inMilliseconds) }
      provider.memory.chrono = { statut, resultat }
      await page.goto('/home')
    }
    await come(0, day)
    await expectAlert(page, 'danger', 'Les inscriptions sont fermées')
    expect(await page.getByText('Depuis le').count(), 'its date is no date of closing').toBe(0)
    expect(await page.locator('table').count()).toBe(0)
    expect(provider.calls('etudiant/enrolement/chrono').map(({ body }) => body)).toContainEqual({})

    await come(1, 2 * day + 3 * 3_600_000 + 4 * 60_000 + 30_000)
    await page.getByText('Message du serveur').first().waitFor()
    expect(await page.locator('table th').allTextContents()).toEqual(['Jours', 'Heures', 'Minutes', 'Secondes'])
    expect((await counters.allTextContents()).join('')).toMatch(/^234\d\d?$/)

    await come(2, -day)
    await page.getByText('Les inscriptions sont ouvertes').first().waitFor()
    expect((await counters.allTextContents()).join('')).toBe('0000')

    const before = provider.calls('etudiant/enrolement/chrono').length
    await come(1, 6_000)
    await expect.poll(async () => (await counters.allTextContents()).join('')).toMatch(/^000[1-9]$/)
    await expect.poll(() => counters.allTextContents()).toEqual(['0', '0', '0', '0'])
    // The date has come: what holds now is asked.
    await expect.poll(() => provider.calls('etudiant/enrolement/chrono').length).toBe(before + 2)
    expect(await counters.allTextContents()).toEqual(['0', '0', '0', '0'])
  })

  test('reads what to know and what to prepare, and finds the ways on', async () => {
    const { page } = await students.open('tablet', provider.url)
    await page.goto('/home')
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, 'nobody has to scroll sideways').toBeLessThanOrEqual(0)
    await page.locator('main p', { hasText: 'Inscrivez-vous ici' }).waitFor()
    const rules = await page.getByRole('region', { name: 'À savoir' }).getByRole('listitem').allTextContents()
    for (const rule of [
      /gratuite/,
      /Ne remettez jamais vos documents/,
      /Moov Africa Malitel, Orange ou Telecel/,
      /parent/,
      /quatre campus/,
    ])
      expect(
        rules.some(text => rule.test(text)),
        String(rule),
      ).toBe(true)
    const documents = await page.getByRole('region', { name: 'Documents' }).getByRole('listitem').allTextContents()
    expect(documents).toHaveLength(5)
    await page.locator('main a[href="/register"]', { hasText: 'Bac 2025' }).waitFor()
    await page.locator('main a[href="/status"]', { hasText: "l'état de mon dossier" }).click()
    await page.waitForURL('**/status')
  })

  test('sees the newest bac when the server names one, and a button without a year when it names none', async () => {
    const { page, witness } = await students.at(provider.url, '/home')
    await page.getByText(/bacheliers de 2026/).waitFor()
    witness.allow(/status of 404/)
    provider.script('etudiant/new/bac', { reply: { newBac: '' } })
    provider.script('etudiant/btn/info', { status: 404 })
    const answered = page.waitForResponse(/new\/bac/)
    await page.reload()
    await answered
    await page.getByRole('link', { name: "S'inscrire", exact: true }).waitFor()
    expect(await page.getByText(/bacheliers de 20/).count()).toBe(0)
  })
})
