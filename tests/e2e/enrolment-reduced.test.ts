import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentsOf } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import { assetsOf, builds } from './setup/builds.ts'
import {
  currentStep,
  dialog,
  enrol,
  enterCode,
  field,
  fill,
  press,
  reducedAnswers,
  sendDocument,
} from './setup/hands.ts'
import {
  atLeast,
  button,
  codeTooShort,
  expectAlert,
  expectAtTop,
  expectDisabled,
  expectMistakes,
  expectUsableInBothLights,
  format,
  required,
  scrollToBottom,
} from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Reading B of the wizard, where it differs from reading A. */

const students = visitors()
const provider = await oneProvider(builds.reduced.dir)

async function register(): Promise<Page> {
  const { page } = await students.at(provider.url, '/register')
  await field(page, 'phone').waitFor()
  return page
}

describe('a student who fills in the first step (reading B)', () => {
  test('finds beside the number how to check the SIM card, where operators are set; elsewhere no byte of it comes', async () => {
    const page = await register()
    const checks = page.getByRole('link', { name: 'Vérifier à quel nom est ma SIM' })
    expect(await checks.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual([
      'tel:*123%23',
      'tel:36000',
    ])
    await expectUsableInBothLights(page, 'the first step with checks of the SIM card')
    const saying = (dir: string) =>
      assetsOf(dir).filter(path => readFileSync(join(dir, path), 'utf8').includes('bloque le paiement'))
    expect(saying(builds.reduced.dir)).toHaveLength(1)
    expect(saying(builds.complete.dir)).toEqual([])
  })

  test('is told what is wrong with each field', async () => {
    const page = await register()
    await fill(page, reducedAnswers)
    await expectDisabled(page, 'Continuer', false)
    for (const [name, ...mistake] of [
      ['matricule', 'MA2025', codeTooShort],
      ['nom', 'T', atLeast(2, 'lettres')],
      ['prenom', '4minata', format],
      ['dateNaiss', '2999-01-01', format],
      ['tuteur', '', required],
    ] as const) {
      await expectMistakes(page, name, reducedAnswers[name] ?? '', [mistake])
      await fill(page, { [name]: reducedAnswers[name] ?? '' })
    }
    await fill(page, { nom: 'Tra0ré' })
    await page.getByText("Lettres, espaces, traits d'union, apostrophes.").waitFor()
    await fill(page, { nom: 'N’Diaye Touré', prenom: "Marie‑Claire N'Na" })
    await expectDisabled(page, 'Continuer', false)
    await press(page, 'Continuer')
    await dialog(page).waitFor()
  })
})

describe('a student who enrols by reading B', () => {
  test('is asked for the eight fields, in their order', async () => {
    const page = await register()
    const names = await page.locator('main form [name]').evaluateAll(all => all.map(one => one.getAttribute('name')))
    expect(names).toEqual(['phone', 'matricule', 'numPlace', 'numAttest', 'nom', 'prenom', 'dateNaiss', 'tuteur'])
  })

  test('is warned with ATTENTION that the number will receive the payments, and only then saved', async () => {
    const page = await register()
    const before = provider.calls('etudiant/enrolement/add').length
    // As on paper, and sent bare.
    const onPaper = { phone: '76.54.32.10', matricule: 'ma2025-tr001 ', numPlace: '10 245', nom: ' Traoré ' }
    await fill(page, { ...reducedAnswers, ...onPaper })
    for (const refusal of ['Annuler', 'Fermer']) {
      await press(page, 'Continuer')
      expect(await dialog(page).getByRole('heading').textContent()).toBe('ATTENTION')
      expect(await dialog(page).textContent()).toMatch(/76543210 recevra le paiement de vos allocations.*Confirmez/)
      await dialog(page).getByRole('button', { name: refusal, exact: true }).click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    expect(provider.calls('etudiant/enrolement/add')).toHaveLength(before)
    await press(page, 'Continuer')
    await press(page, 'Je confirme')
    await field(page, 'otp').waitFor()
    expect(
      provider
        .calls('etudiant/enrolement/add')
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([reducedAnswers])
  })

  test('can continue only when all four documents have succeeded, then has the file validated, and ends at home', async () => {
    const page = await register()
    await enrol(page, 'reduced')
    await enterCode(page, code)
    await page.locator('[data-document]').first().waitFor()
    const rows = await page
      .locator('[data-document]')
      .evaluateAll(all => all.map(row => row.getAttribute('data-document')))
    expect(rows).toEqual(documentsOf('reduced'))
    for (const document of documentsOf('reduced')) {
      await expectDisabled(page, 'Continuer')
      await sendDocument(page, document, await smallPhoto(document))
    }
    await expectDisabled(page, 'Continuer', false)
    expect(provider.calls('etudiant/enrolement/globalevalid')).toHaveLength(0)

    provider.script('etudiant/enrolement/globalevalid', { reply: { status: 0, msg: 'Dossier incomplet.' }, times: 1 })
    await scrollToBottom(page)
    await press(page, 'Continuer')
    await expectAlert(page, 'danger', 'Dossier incomplet.')
    await expectAtTop(page)
    expect(await currentStep(page).textContent()).toContain('Documents à envoyer')

    await press(page, 'Continuer')
    await button(page, 'Terminer').waitFor()
    const { y = 0, height = 0 } = (await button(page, 'Terminer').boundingBox()) ?? {}
    expect(y + height, 'the last button is in the first view').toBeLessThan(page.viewportSize()?.height ?? 0)
    expect(await currentStep(page).textContent()).toContain('Finalisation')
    const bodies = provider.calls('etudiant/enrolement/globalevalid').map(({ body }) => body)
    expect(bodies).toEqual([{ matricule: student.matricule }, { matricule: student.matricule }])
    await press(page, 'Terminer')
    await page.waitForURL('**/home')
  })
})
