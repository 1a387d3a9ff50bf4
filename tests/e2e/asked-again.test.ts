import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { completeAnswers, dialog, fill, fillFirstStep, submit } from './setup/hands.ts'
import { expectAlert } from './setup/looks.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** docs/behaviour.md: words follow causes, and what they promise happens. */

const network = badNetwork()
const students = visitors()

const search = 'etudiant/search/matricule'

async function register() {
  const visit = await students.open('phone', network.url)
  visit.witness.allow(/status of (500|400)/, networkFaults)
  await visit.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await visit.page.clock.install()
  await visit.page.goto('/register')
  return visit
}

const alert = (page: Page) => page.locator('main .alert[data-tone="danger"]')

/** Until the portal has done by itself what it promised. */
const inTime = (page: Page, seconds: number) =>
  expect.poll(async () => {
    await page.clock.fastForward(seconds * 1000)
    return dialog(page).count()
  })

describe('a student whose search has failed', () => {
  test.each([
    ['a fault of the server', { status: 500 }, 'Le serveur est momentanément en panne (erreur 500).'],
    ['an incomplete answer', { reply: { ok: true } }, 'Le serveur a donné une réponse incomplète.'],
  ])('by %s is told so and when it is asked again, and it is, by itself', async (_, fault, words) => {
    network.provider.script(search, fault)
    const { page } = await register()
    await fill(page, completeAnswers)
    await page.clock.fastForward(1_000)
    await expectAlert(page, 'danger', words)
    expect(await alert(page).innerText()).toMatch(/Nouvel essai dans \d+ s\./)
    expect(await alert(page).innerText()).not.toMatch(/réseau/)
    expect(await page.locator('[data-network="away"]').count()).toBe(0)
    network.provider.behave()
    await inTime(page, 6).toBe(1)
    expect(await alert(page).count()).toBe(0)
  })
})

describe('a student whose data waits because the server has a fault', () => {
  test('is told when it goes out again, and is not promised that for the network', async () => {
    network.provider.script('etudiant/enrolement/add', { status: 500 })
    const { page, witness } = await students.open('phone', network.url)
    witness.allow(/status of 500/)
    await page.goto('/register')
    await fillFirstStep(page)
    await submit(page)
    const waiting = page.locator('main .alert[data-tone="info"]', { hasText: 'erreur 500' })
    await waiting.waitFor()
    expect(await waiting.innerText()).toMatch(/Nouvel essai /)
    expect(await waiting.innerText()).not.toMatch(/réseau/)
  })
})
