import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually, installed } from '../setup/device.ts'
import { field, press } from '../setup/hands.ts'
import { headings } from '../setup/looks.ts'
import { badNetwork, gate, networkFaults } from '../setup/network.ts'
import { phones, visitors } from '../setup/students.ts'

const network = badNetwork()
const visits = visitors()
const phone = phones(networkFaults)

/** One visit with a network, and then none. */
async function afterTheFirstVisit(path = '/home') {
  const visit = await visits.at(network.url, path)
  await installed(visit.page)
  visit.witness.allow(networkFaults)
  await network.link.set({ network: 'gone' })
  return visit
}

describe('after the first visit and without a network, a student opens', () => {
  test('every page of the portal, and an unknown address in the words of the specification', async () => {
    const { page } = await afterTheFirstVisit()
    for (const [path, heading] of headings) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    }
    await page.getByText("La page que vous cherchée n'a pas été trouvée.").waitFor()
  })

  test('the wizard, with every list to choose from, whichever page was the first', async () => {
    const { page } = await afterTheFirstVisit('/status')
    await page.goto('/register')
    await field(page, 'anneeBac').selectOption('2025')
    await field(page, 'serie').selectOption('TSE')
    await field(page, 'ae').selectOption('SEGOU')
    await field(page, 'tuteur').selectOption('NINA')
    await page.goto('/status')
    await field(page, 'annee').selectOption('1920')
  })
})

test('a page that was on its way when the worker took over has it, too', async () => {
  const { page, context } = await phone(network.url).start()
  const controlled = (one: Page) => one.evaluate(() => navigator.serviceWorker.controller !== null)
  const [part, status] = [gate(), gate()]
  // No page needs this one now, and the worker has all it needs once it comes.
  network.provider.script(/^\/assets\/camera-/, { hold: part.hold })
  // Not home: the worker takes that from what the browser has of it, and would wait for it.
  network.provider.script(/^\/status$/, { hold: status.hold })
  await page.goto('/home')
  const late = await context.newPage()
  const onItsWay = late.goto('/status')
  await eventually(() => network.provider.journal.some(({ path }) => path === '/status')).toBe(true)
  part.open()
  await eventually(() => controlled(page)).toBe(true)
  status.open()
  await onItsWay
  await eventually(() => controlled(late)).toBe(true)
  await installed(late)
  await network.link.set({ network: 'gone' })
  await late.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await late.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
})

test('a first visit that the network cuts short is no blank page: it says what to do, and a reload goes on', async () => {
  const { page } = await phone(network.url).start()
  network.provider.script(/^\/assets\/index-.*\.js$/, { cut: 'half', times: 1 })
  await page.goto('/home')
  await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
  // At once: the page's own patience is twenty seconds.
  await page.getByText('Le portail se charge.').waitFor()
  await page.getByRole('link', { name: 'rechargez cette page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
})

test('a page whose part the network does not bring is said, and tried again without a reload', async () => {
  const { page, witness } = await phone(network.url).start()
  witness.allow(/A part of the portal did not come/)
  network.provider.script('/sw.js', { status: 404 })
  network.provider.script(/^\/assets\/(?:shared|follow-up-screens)-/, { cut: 'answer' })
  witness.allow(/ServiceWorker|HTTP response code \(404\)|status of 404/)
  await page.goto('/home')
  await page.getByRole('timer').waitFor()
  await page.evaluate(() => Object.assign(window, { marked: true }))
  for (const link of ["Vérifier l'état de mon dossier", 'Télécharger mon récépissé']) {
    await page.getByRole('link', { name: link }).click()
    await page.getByRole('heading', { level: 1, name: "Cette page n'est pas arrivée" }).waitFor()
    await expect.poll(() => page.title()).toBe("Cette page n'est pas arrivée")
    await press(page, 'Réessayer')
    await page.getByRole('button', { name: 'Réessayer', disabled: false }).waitFor()
    await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
    await page.getByRole('timer').waitFor()
  }
  await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
  await page.getByRole('heading', { level: 1, name: "Cette page n'est pas arrivée" }).waitFor()
  network.provider.behave()
  await press(page, 'Réessayer')
  await field(page, 'annee').waitFor()
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)
})
