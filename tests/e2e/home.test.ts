import { describe, expect, test } from 'vitest'
import { bamako } from './setup/answers.ts'
import { expectAlert } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

const day = 24 * 3600 * 1000
const students = visitors()
const provider = await oneProvider()

/** What each answer means stands in unit/spec/window.test.ts and unit/countdown: here is how it looks. */
describe('a student who opens the home page', () => {
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
