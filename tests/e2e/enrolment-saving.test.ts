import { describe, expect, test } from 'vitest'
import { completeAnswers, confirm, currentStep, field, fill, fillFirstStep, press, submit } from './setup/hands.ts'
import { expectAlert, expectAtTop, expectDisabled, scrolled, scrollToBottom } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Sections 2 and 8: what a student sees when the first step can't be saved, and that nothing typed is lost by it. */

const students = visitors()
const provider = await oneProvider()

const save = 'etudiant/enrolement/add'

/** The first step, filled in and attested, seen at its lower end where its button is. */
async function ready({ worker = true } = {}) {
  const visit = await students.open('phone', provider.url)
  if (!worker) await visit.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await visit.page.goto('/register')
  await fillFirstStep(visit.page)
  await scrollToBottom(visit.page)
  return visit
}

describe('a student whose answers are being saved', () => {
  test('is told what the server refuses, at the top of the page, keeps the answers, and tries again', async () => {
    provider.script(save, { reply: { status: 0, msg: 'Ce numéro est déjà utilisé.' }, times: 1 })
    const { page } = await ready()
    await press(page, 'Continuer')
    expect(await scrolled(page)).toBeGreaterThan(100)
    await confirm(page)
    await expectAlert(page, 'danger', 'Ce numéro est déjà utilisé.')
    await expectAtTop(page)
    expect(await currentStep(page).textContent()).toContain('Informations personnelles')
    for (const [name, value] of Object.entries(completeAnswers))
      expect(await field(page, name).inputValue()).toBe(value)

    await fill(page, { phone: '65432109' })
    await submit(page)
    await field(page, 'otp').waitFor()
    expect(provider.calls(save).map(({ body }) => body.phone)).toEqual(['76543210', '65432109'])
  })

  test.each([422, 400])('is told what a server that answers with HTTP %i says', async status => {
    provider.script(save, { status, reply: { status: 0, msg: 'Matricule déjà inscrit.' }, times: 1 })
    const { page, witness } = await ready()
    witness.allow(new RegExp(`status of ${status}`))
    await submit(page)
    await expectAlert(page, 'danger', 'Matricule déjà inscrit.')
    await expectAtTop(page)
    await expectDisabled(page, 'Continuer', false)
  })

  test.each([
    ['a server that is down', { status: 500 }, 'Le serveur est momentanément en panne (erreur 500).'],
    ['an answer cut in two', { cut: 'half' }, 'Pas de réseau pour le moment.'],
  ] as const)('is told of %s, and goes on by itself once it works', async (_, fault, message) => {
    provider.script(save, fault)
    const { page, witness } = await ready()
    witness.allow(/status of 500/, /ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE/)
    await submit(page)
    await page.locator('[data-tone]', { hasText: message }).first().waitFor()
    expect(await currentStep(page).textContent()).toContain('Informations personnelles')
    provider.behave()
    await field(page, 'otp').waitFor({ timeout: 40_000 })
    const bodies = provider.calls(save).map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size, 'what was confirmed is what is sent again').toBe(1)
  })
})
