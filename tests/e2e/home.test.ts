import { describe, expect, test } from 'vitest'
import { bamako } from './setup/answers.ts'
import { expectAlert } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

const day = 24 * 3600 * 1000
const students = visitors()
const provider = await oneProvider()

describe('a student who opens the home page', () => {
  test.each([
    ['is told that enrolment is closed (statut 0)', 0, day, 'Les inscriptions sont fermées'],
    ['sees how long enrolment lasts (statut 1)', 1, day, 'Message du serveur'],
    ['is told that enrolment is open (statut 2, date past)', 2, -day, 'Les inscriptions sont ouvertes'],
    ['sees when enrolment opens (statut 2, date to come)', 2, day, 'Message du serveur'],
    ['is told that enrolment is closed (any other statut)', 7, day, 'Les inscriptions sont fermées'],
  ])('%s', async (_, statut, inMilliseconds, message) => {
    provider.memory.chrono = { statut, resultat: { message: 'Message du serveur', dateHeure: bamako(inMilliseconds) } }
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await page.getByText(message).first().waitFor()
    expect(provider.calls('etudiant/enrolement/chrono').map(({ body }) => body)).toContainEqual({})
  })

  test('is told that enrolment is closed when the server answers with an error', async () => {
    provider.script('etudiant/enrolement/chrono', { status: 500 })
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 500/)
    await page.goto('/home')
    await page.getByText('Les inscriptions sont fermées').first().waitFor()
  })

  test.each([0, 7])('sees in red that enrolment is closed (statut %i)', async statut => {
    provider.memory.chrono = { statut, resultat: { message: 'Message du serveur', dateHeure: bamako(day) } }
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await expectAlert(page, 'danger', 'Les inscriptions sont fermées')
    expect(await page.locator('table').count()).toBe(0)
  })

  test.each([
    [
      'how long is left, in days, hours, minutes and seconds',
      1,
      2 * day + 3 * 3_600_000 + 4 * 60_000 + 30_000,
      /^234\d\d?$/,
    ],
    ['counters at 0 once the date is past (statut 1)', 1, -day, /^0000$/],
    ['counters at 0 once the date is past (statut 2)', 2, -day, /^0000$/],
  ])('sees %s', async (_, statut, inMilliseconds, counters) => {
    provider.memory.chrono = { statut, resultat: { message: 'Message du serveur', dateHeure: bamako(inMilliseconds) } }
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await page.locator('table').waitFor()
    expect(await page.locator('table th').allTextContents()).toEqual(['Jours', 'Heures', 'Minutes', 'Secondes'])
    expect((await page.locator('table td').allTextContents()).join('')).toMatch(counters)
  })

  test('sees the counters run down to 0 and stop there', async () => {
    provider.memory.chrono = { statut: 1, resultat: { message: 'Encore', dateHeure: bamako(9_000) } }
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    const counters = page.locator('table td')
    await counters.first().waitFor()
    expect((await counters.allTextContents()).join('')).toMatch(/^000[1-9]$/)
    await expect.poll(() => counters.allTextContents()).toEqual(['0', '0', '0', '0'])
    await expect.poll(() => provider.calls('etudiant/enrolement/chrono').length).toBe(2)
    expect(await counters.allTextContents()).toEqual(['0', '0', '0', '0'])
  })

  test('reads what to know and what to prepare, and finds the ways on', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
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
    const { page, witness } = await students.open('phone', provider.url)
    await page.goto('/home')
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

  test('sees a clock that ticks', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    const clock = page.locator('table')
    const before = await clock.textContent()
    await expect.poll(() => clock.textContent()).not.toBe(before)
  })

  test.each(['phone', 'tablet'] as const)('never has to scroll sideways on a %s', async device => {
    const { page } = await students.open(device, provider.url)
    await page.goto('/home')
    await page.locator('h1').first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
