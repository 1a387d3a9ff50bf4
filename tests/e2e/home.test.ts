import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bamako } from './setup/answers.ts'
import { visitors } from './setup/journey.ts'
import { OtherProvider } from './setup/other-provider.ts'

const day = 24 * 3600 * 1000
const students = visitors()
let provider: OtherProvider

beforeEach(async () => {
  await provider?.stop()
  provider = await new OtherProvider().start()
})
afterAll(() => provider.stop())

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

  test('sees a clock that ticks', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    const clock = page.locator('table')
    const before = await clock.textContent()
    await expect.poll(() => clock.textContent(), { timeout: 5_000 }).not.toBe(before)
  })

  test.each(['phone', 'tablet'] as const)('never has to scroll sideways on a %s', async device => {
    const { page } = await students.open(device, provider.url)
    await page.goto('/home')
    await page.locator('h1').first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
