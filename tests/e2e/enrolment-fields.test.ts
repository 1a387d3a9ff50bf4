import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { builds } from './setup/builds.ts'
import { type Answers, completeAnswers, confirm, enrol, field, fill, press, pressInVain } from './setup/hands.ts'
import {
  atLeast,
  codeTooShort,
  expectAlert,
  expectDisabled,
  expectFault,
  expectMistakes,
  expectNoFault,
  format,
  required,
} from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Section 5: a bad input gets its message, tied to its field, and the form keeps it. Which: unit/features/enrolment/fields.test.ts. */

const students = visitors()
const provider = await oneProvider()

async function register(answers: Answers = {}): Promise<Page> {
  const { page } = await students.at(provider.url, '/register')
  await fill(page, answers)
  return page
}

describe('a student who fills in the first step (reading A)', () => {
  test('is told what is wrong with each field, and of no mistake before having made one', async () => {
    // Lists may hold what no rule takes.
    provider.memory.lists.serie = ['TSE', 'T2']
    provider.memory.lists.academie = ['SEGOU', 'B']
    const page = await register({ anneeBac: '2025' })
    await fill(page, { phone: '1' })
    await expectFault(page, 'phone', atLeast(8, 'chiffres'))
    for (const name of ['tuteur', 'numAttest', 'nina', 'numPlace', 'serie', 'ae']) await expectNoFault(page, name)
    for (const [name, good, typed, message] of [
      ['tuteur', 'NINA', '', required],
      ['numAttest', '204518', '20a', format],
      ['phone', '76543210', '765432100', 'Pas plus de 8 chiffres.'],
      ['nina', 'NINA1234567', 'NINA123456', codeTooShort],
      ['nina', 'NINA1234567', '18503198001234AB', 'Pas plus de 15 chiffres/lettres.'],
      ['numPlace', '10245', '4 ou 5', format],
      ['serie', 'TSE', 'T2', format],
      ['ae', 'SEGOU', 'B', atLeast(2, 'lettres')],
    ] as const)
      await expectMistakes(page, name, good, [[typed, message]])
    await fill(page, { anneeBac: '' })
    await expectFault(page, 'anneeBac', required)
    await fill(page, { anneeBac: '2024' })
    await expectNoFault(page, 'anneeBac')
  })

  test('cannot go on with a matricule that is wrong at the provider', async () => {
    provider.memory.students = [{ ...student, matricule: 'MA2025' }]
    const page = await register(completeAnswers)
    await confirm(page)
    await field(page, 'attestation').check()
    await expectFault(page, 'matricule', codeTooShort)
    await expectDisabled(page, 'Continuer')
    await pressInVain(page)
    await page.getByRole('link', { name: /^Numéro matricule\s: Pas moins de 11/ }).waitFor()
    await page.getByText("adressez-vous à l'équipe de votre campus").waitFor()
  })

  test('finds all fields but the year disabled until a year is chosen, and again when it is taken back', async () => {
    const page = await register()
    const others = ['tuteur', 'numAttest', 'phone', 'nina', 'numPlace', 'serie', 'ae', 'attestation']
    const expectOthers = async (disabled: boolean) => {
      for (const name of others)
        await expect.poll(() => field(page, name).isDisabled(), { message: name }).toBe(disabled)
      expect(await field(page, 'anneeBac').isDisabled()).toBe(false)
    }
    await expectOthers(true)
    await fill(page, { anneeBac: '2025' })
    await expectOthers(false)
    await fill(page, { phone: '7654', anneeBac: '' })
    await expectOthers(true)
    expect(await field(page, 'phone').inputValue()).toBe('7654')
  })

  test('can read matricule, first name and last name, never type there, and must tick the attestation', async () => {
    const page = await register(completeAnswers)
    await confirm(page)
    for (const [name, value] of [
      ['matricule', student.matricule],
      ['prenom', student.prenom],
      ['nom', student.nom],
    ] as const) {
      expect(await field(page, name).getAttribute('readonly'), name).not.toBeNull()
      await field(page, name).focus()
      await page.keyboard.type('X')
      expect(await field(page, name).inputValue()).toBe(value)
    }
    const box = page.getByRole('checkbox', { name: /détenir les informations et les documents.*usurpation/ })
    expect(await box.getAttribute('name')).toBe('attestation')
    await expectDisabled(page, 'Continuer')
    await box.check()
    await expectDisabled(page, 'Continuer', false)
    await box.uncheck()
    await expectDisabled(page, 'Continuer')
    const below = await box.evaluate((tick, last) => {
      const field = document.querySelector(last)
      return field ? tick.compareDocumentPosition(field) === Node.DOCUMENT_POSITION_PRECEDING : false
    }, '[name="nom"]')
    expect(below, 'at the bottom of the form').toBe(true)
  })

  test('is told in red at the top of the form when a list cannot be had', async () => {
    provider.script('etudiant/liste/academie', { status: 404 })
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 404/)
    await page.goto('/register')
    await expectAlert(page, 'danger', 'Le serveur a refusé la demande (erreur 404).')
    expect(await page.locator('main form > *').first().getAttribute('role')).toBe('alert')
    provider.behave()
    await press(page, 'Réessayer')
    await fill(page, completeAnswers)
    await confirm(page)
  })
})

/** Section 5, step 2, in both readings. */

describe.each(['complete', 'reduced'] as const)('a student who enters the code (%s wizard)', variant => {
  test('is told what is wrong with the code', async () => {
    provider.dist = builds[variant].dir
    const { page } = await students.at(provider.url, '/register')
    await enrol(page, variant)
    await expectDisabled(page, 'Continuer')
    await expectMistakes(page, 'otp', '4826', [
      ['', required],
      ['48a6', format],
      ['482', atLeast(4, 'chiffres')],
      ['48261', 'Pas plus de 4 chiffres.'],
    ])
    await fill(page, { otp: '4826' })
    await expectDisabled(page, 'Continuer', false)
    expect(await field(page, 'otp').getAttribute('inputmode')).toBe('numeric')
  })
})
