import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { student } from './setup/answers.ts'
import { dialog, enrolToDocuments, field, fillFirstStep, giveDocument, press } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { beginEncrypted, share } from './shared/tablet.ts'

/** The title is what a screen reader says first of a page, and all that a list of open tabs shows of it. */

const students = visitors()
const provider = await oneProvider()

const home = 'Inscription des bacheliers'
const step = (name: string) => `${name} – Inscription`
const [first, code, documents, done] = [
  'Informations personnelles',
  'Confirmation du numéro de téléphone',
  'Documents à envoyer',
  'Pré-inscription effectuée',
].map(step)

const titled = (page: Page, title: string | undefined) => expect.poll(() => page.title()).toBe(title)

/** Every title that a tab ever has, once its own HTML is there. */
const writeDown = (page: Page) =>
  page.addInitScript(() => {
    const titles: string[] = []
    addEventListener('DOMContentLoaded', () => {
      const note = () => titles.push(document.title)
      note()
      new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
    })
    Object.assign(window, { titles })
  })
const writtenDown = (page: Page) => page.evaluate(() => Reflect.get(window, 'titles') as string[])

async function open() {
  const visit = await students.open('phone', provider.url)
  await writeDown(visit.page)
  return visit
}

describe('a student who taps from screen to screen', () => {
  test('reads the name of each step of the wizard, also on the way back, and never none', async () => {
    const { page } = await open()
    await page.goto('/home')
    await page.getByRole('timer').waitFor()
    await titled(page, home)
    await page.getByRole('link', { name: /^S'inscrire/ }).click()
    await titled(page, first)
    await fillFirstStep(page)
    await press(page, 'Continuer')
    await dialog(page).getByRole('button', { name: 'Je confirme' }).click()
    await field(page, 'otp').waitFor()
    await titled(page, code)
    await page.locator('[aria-current="step"]').focus()
    await page.keyboard.press('ArrowLeft')
    await titled(page, first)
    await page.keyboard.press('ArrowRight')
    await titled(page, code)
    await field(page, 'otp').fill('4826')
    await press(page, 'Continuer')
    await titled(page, documents)
    for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
    await titled(page, done)
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await titled(page, 'État de mon dossier')
    await page.goBack()
    await titled(page, done)
    await page.goBack()
    await titled(page, home)
    expect((await writtenDown(page)).filter(title => !title)).toEqual([])
  })

  test('reads the name of each other screen, and of one that is still on its way or did not come', async () => {
    const { page, witness } = await open()
    witness.allow(
      /A part of the portal did not come/,
      /ServiceWorker|HTTP response code \(404\)|status of 404|net::ERR_/,
    )
    provider.script('/sw.js', { status: 404 })
    const { hold, open: letCome } = gate()
    provider.script(/^\/assets\/(?:shared|follow-up-screens)-/, { hold, cut: 'answer' })
    provider.memory.files.set(student.matricule, { status: 0, msg: 'À reprendre.', matricule: student.matricule })
    await page.goto('/home')
    await page.getByRole('timer').waitFor()
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await titled(page, 'Chargement…')
    letCome()
    await titled(page, "Cette page n'est pas arrivée")
    provider.behave()
    await press(page, 'Réessayer')
    await titled(page, 'État de mon dossier')
    await field(page, 'annee').selectOption('2021')
    await field(page, 'matricule').fill(student.matricule)
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: 'Cliquez-ici' }).click()
    await titled(page, 'Mise à jour de mes documents')
    await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
    await titled(page, home)
    await page.getByRole('link', { name: 'Télécharger mon récépissé' }).click()
    await titled(page, 'Récépissé')
    expect((await writtenDown(page)).filter(title => !title)).toEqual([])
  })

  test('reads of the locked unlock screen that dossiers lie behind it, and of the wizard once one is open', async () => {
    const { page } = await students.open('tablet', provider.url)
    await share(page)
    await page.getByRole('link', { name: /^S'inscrire/ }).click()
    await titled(page, 'Dossiers protégés')
    await beginEncrypted(page)
    await titled(page, first)
    await enrolToDocuments(page)
    await titled(page, documents)
    await press(page, 'Verrouiller')
    await titled(page, 'Dossiers protégés')
  })
})

test.each([
  ['/home', home],
  ['/register', first],
  ['/status', 'État de mon dossier'],
  ['/recepisse', 'Récépissé'],
  ['/update', 'Mise à jour effectuée'],
  [`/reclamation/${student.matricule}`, 'Mise à jour de mes documents'],
  ['/nulle-part', '404'],
])('a student who opens %s reads its title before and after the scripts, and there is one', async (path, title) => {
  // An unknown file is told of in the title, too.
  provider.memory.files.set(student.matricule, { status: 0, msg: 'À reprendre.', matricule: student.matricule })
  const { page } = await open()
  await page.goto(path)
  await page.locator('#late').waitFor({ state: 'detached' })
  await titled(page, title)
  // index.html, for an address that was not drawn, brings one of its own.
  const drawn = (await page.locator('#root').getAttribute('data-page')) !== null
  expect(await page.locator('head title').count()).toBe(drawn ? 1 : 2)
})
