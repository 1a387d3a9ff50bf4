import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { bamako, code, student } from './setup/answers.ts'
import { completeAnswers, dialog, enrol, enterCode, fill, phone, press, sendDocument } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Whatever a server says is text: it is shown to the letter and never runs. */

const attack = '<img src=x onerror="window.taken=true"><script>window.taken=true</script>'
const students = visitors()
const provider = await oneProvider()

async function expectHarmless(page: Page): Promise<void> {
  await page.getByText(attack).locator('visible=true').first().waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
}

describe('a student whose server was taken over', () => {
  test('reads its text on the home page as text', async () => {
    provider.memory.chrono = { statut: 1, resultat: { message: attack, dateHeure: bamako(24 * 3600 * 1000) } }
    provider.script('etudiant/btn/info', { reply: { btnInfo: attack } })
    provider.script('etudiant/new/bac', { reply: { newBac: attack } })
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await page.locator('a[href="/register"]', { hasText: attack }).waitFor()
    await page.locator('main p', { hasText: attack }).first().waitFor()
    await expectHarmless(page)
  })

  test('reads it in the lists and the lookup as text', async () => {
    provider.memory.lists.pieces.push({ code: 'X', libelle: attack })
    provider.memory.students = [{ ...student, nom: attack }]
    const { page } = await students.open('phone', provider.url)
    await page.goto('/register')
    await fill(page, { ...completeAnswers, tuteur: 'X' })
    await dialog(page).getByText(attack).waitFor()
    await expectHarmless(page)
    await press(page, 'Je confirme')
    provider.script('etudiant/search/matricule', { reply: { status: 0, msg: attack } })
    await fill(page, { numPlace: '1' })
    await page.locator('[data-tone="danger"]', { hasText: attack }).waitFor()
    await expectHarmless(page)
  })

  test('reads it on the status page as text', async () => {
    provider.memory.files.set(phone, { status: 1, msg: attack })
    const { page } = await students.open('phone', provider.url)
    await page.goto('/status')
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectHarmless(page)
  })

  test('reads it beside a refused document as text', async () => {
    provider.script('etudiant/files/upload', { reply: { status: 0, msg: attack } })
    provider.script('etudiant/enrolement/add', { reply: { status: 1, msg: attack } })
    const { page } = await students.open('phone', provider.url)
    await page.goto('/register')
    await enrol(page, 'complete')
    await expectHarmless(page)
    await enterCode(page, code)
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'failed')
    await expectHarmless(page)
  })
})
