import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { field, fill, phone, press } from './setup/hands.ts'
import { expectAlert, expectDisabled, roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** docs/contract.md: a pause that the provider asks for is obeyed; its error is shown at once, with when it ends. */

const students = visitors()
const provider = await oneProvider()

const chrono = 'etudiant/enrolement/chrono'
const busy = (status: 429 | 503, msg?: string) => ({
  status,
  headers: { 'Retry-After': '120' },
  ...(msg ? { reply: { status: 0, msg } } : {}),
})

/** The page's clock is ours, a worker's is not; old browsers have none. */
async function open(path: string) {
  const visit = await students.open('phone', provider.url)
  visit.witness.allow(/status of (429|503)/)
  await visit.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await visit.page.clock.install()
  await visit.page.goto(path)
  return visit
}

const said = (page: Page) => page.getByText(/Nouvel essai dans \d+ (min|s)/).first()

describe('a student whom a busy provider asks to wait', () => {
  test('for the dates reads at once that enrolment is closed and when it is asked again, and nobody asks before', async () => {
    provider.script(chrono, busy(503))
    const { page } = await open('/home')
    await expectAlert(page, 'danger', 'Les inscriptions sont fermées')
    await page.getByText('Le serveur est momentanément en panne (erreur 503).').waitFor()
    expect(await said(page).textContent()).toContain('Nouvel essai dans 2 min.')
    await page.clock.fastForward(60_000)
    await expect.poll(() => said(page).textContent()).not.toContain('2 min')
    // Counting down is not news: it must not be read out each second.
    expect(await said(page).getAttribute('aria-live')).toBe('off')
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await field(page, 'annee').waitFor()
    await page.goBack()
    await said(page).waitFor()
    await page.getByRole('link', { name: /^S'inscrire/ }).click()
    // In one sentence for whoever waits for them; what was said before may already be gone.
    await page.getByText('Dates non vérifiées. Gardez cette page : elle les redemande.').waitFor()
    expect(provider.calls(chrono)).toHaveLength(1)
    provider.behave()
    await page.clock.fastForward(61_000)
    await field(page, 'anneeBac').waitFor()
    expect(provider.calls(chrono)).toHaveLength(2)
  })

  test('for a list is told at once, in red at the top of the form, and gets it when the time has come', async () => {
    provider.script('etudiant/liste/serie', busy(503))
    const { page } = await open('/recepisse')
    await expectAlert(page, 'danger', 'Le serveur est momentanément en panne (erreur 503).')
    await said(page).waitFor()
    await press(page, 'Réessayer')
    await said(page).waitFor()
    expect(provider.calls('etudiant/liste/serie')).toHaveLength(1)
    provider.behave()
    await page.clock.fastForward(121_000)
    await fill(page, { serie: student.serie })
    await expect.poll(() => page.locator('main [role="alert"]').count()).toBe(0)
  })

  test('for a list is asked for it once by the worker, however often it would fill its lists', async () => {
    const { page, context, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 503/)
    const years = 'etudiant/liste/annee'
    const byWorker: string[] = []
    context.on('request', request => {
      if (request.serviceWorker() && request.url().includes('/liste/')) byWorker.push(request.url())
    })
    provider.script(years, busy(503))
    await page.goto('/register')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    // Each visit asks the worker to fill its lists; the others are there by now.
    await page.goto('/register')
    await said(page).waitFor()
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('reference-lists')).keys()).length))
      .toBe(4)
    expect(byWorker.filter(url => url.endsWith(years))).toHaveLength(1)
  })

  test('with the status of a file reads the server at once, and cannot ask before, whatever is typed', async () => {
    provider.script(/enrolement\/statut/, busy(429, 'Trop de demandes.'))
    const { page } = await open('/status')
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', 'Trop de demandes.')
    const when = page.getByText(/réessayer dans 2 min/)
    await when.waitFor()
    await expectDisabled(page, 'Vérifier')
    await fill(page, { phone: '' })
    await fill(page, { matricule: student.matricule, annee: '1920' })
    await page.clock.fastForward(20_000)
    await expectDisabled(page, 'Vérifier')
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await roundTrip(page)
    expect(provider.journal.filter(({ call }) => /enrolement\/statut/.test(call))).toHaveLength(1)
    provider.behave()
    await page.clock.fastForward(101_000)
    await expectDisabled(page, 'Vérifier', false)
    expect(await page.getByText(/réessayer dans/).count()).toBe(0)
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', 'Aucun dossier')
  })
})

test('a student whose provider takes the call and never answers reads that enrolment is closed, also while it is asked again', async () => {
  provider.script(chrono, { hang: true })
  const { page } = await open('/home')
  await expect.poll(() => provider.calls(chrono).length).toBe(1)
  await page.clock.fastForward(46_000)
  await expectAlert(page, 'danger', 'Les inscriptions sont fermées')
  await page.getByText('Le serveur met trop de temps à répondre.').waitFor()
  await page.clock.fastForward(31_000)
  await expect.poll(() => provider.calls(chrono).length).toBeGreaterThan(1)
  expect(await page.getByText("Vérification des dates d'inscription…").count()).toBe(0)
  await expectAlert(page, 'danger', 'Les inscriptions sont fermées')
})

/** docs/contract.md, "Answers": what a list may be. A select without choices would end an enrolment without a word. */

const series = 'etudiant/liste/serie'

describe('a student whose provider', () => {
  test('sends an empty list reads that in red at the top of the form, and has it once it is filled', async () => {
    provider.script(series, { reply: { Resultat: [[]] } })
    const { page } = await students.at(provider.url, '/recepisse')
    await expectAlert(page, 'danger', 'vide')
    expect(await page.locator('form > *').first().getAttribute('role')).toBe('alert')
    await page.getByText(/Nouvel essai dans \d+ s/).waitFor()
    provider.behave()
    await fill(page, { serie: 'TSE' })
    await expect.poll(() => page.locator('main [role="alert"]').count()).toBe(0)
  })
})
