import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../src/core/db/dossier.ts'
import { student } from './setup/answers.ts'
import { stored } from './setup/device.ts'
import { completeAnswers, confirm, dialog, field, fill, press, pressInVain, submit } from './setup/hands.ts'
import { expectAlert, expectAtTop, roundTrip, scrollToBottom } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/**
 * Section 4: the matricule, first name and last name come from the lookup and from nowhere else. When it asks, and what a
 * late answer does, say unit/features/enrolment/answers.test.ts and identity.test.ts.
 */

const students = visitors()
const provider = await oneProvider()

const search = 'etudiant/search/matricule'
const asked = () => provider.calls(search).map(({ body }) => body)
const question = { anneeBac: student.anneeBac, numPlace: student.numPlace, serie: student.serie, ae: student.ae }

async function register(answers = completeAnswers) {
  const visit = await students.at(provider.url, '/register')
  await fill(visit.page, answers)
  return visit
}

const drafts = (page: Page) => stored<Dossier>(page, 'dossiers')
const shown = (page: Page) => Promise.all(['matricule', 'prenom', 'nom'].map(name => field(page, name).inputValue()))

describe('a student who gives year, place number, series and academy', () => {
  test('is shown who was found, and confirms it; is told when nobody is found or the search fails, and asks again', async () => {
    const { ae, ...three } = completeAnswers
    const { page, witness } = await register(three)
    witness.allow(/status of 400/)
    await field(page, 'serie').blur()
    await roundTrip(page)
    expect(asked()).toEqual([])
    await fill(page, { ae: question.ae })
    await dialog(page).waitFor()
    const person = await dialog(page).locator('dd').allTextContents()
    expect(person).toEqual([student.matricule, student.prenom, student.nom])
    await confirm(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
    await expectAlert(page, 'info', 'Bachelier retrouvé.')
    expect(asked()).toEqual([question])

    for (const [script, numPlace, words] of [
      [{ reply: { status: 0, msg: 'Aucun bachelier de ce nom.' } }, '99', 'Aucun bachelier de ce nom.'],
      [{ status: 400, reply: { status: 0, msg: 'Recherche indisponible.' } }, '98', 'Recherche indisponible.'],
    ] as const) {
      const { hold, open } = gate()
      provider.script(search, { ...script, hold })
      const before = asked().length
      await fill(page, { numPlace })
      await field(page, 'numPlace').blur()
      await expect.poll(() => asked().length).toBe(before + 1)
      await scrollToBottom(page)
      open()
      await expectAlert(page, 'danger', words)
      await expectAtTop(page)
      expect(await field(page, 'matricule').count()).toBe(0)
      expect(await field(page, 'numPlace').inputValue()).toBe(numPlace)
      provider.behave()
    }
    provider.memory.students.push({ ...student, numPlace: '98' })
    await press(page, 'Réessayer')
    await confirm(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
  })

  test('is asked again after a reload in the middle of the question, and not once it is answered', async () => {
    const { page } = await register()
    await dialog(page).waitFor()
    await expect.poll(async () => (await drafts(page))[0]?.answers.matricule).toBe(student.matricule)
    await page.reload()
    await dialog(page).getByRole('heading', { name: 'Est-ce bien vous ?' }).waitFor()
    await confirm(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
    await expect.poll(async () => (await drafts(page))[0]?.answers.confirmed).toBe('oui')
    await page.reload()
    await expect.poll(() => shown(page)).toEqual([student.matricule, student.prenom, student.nom])
    await roundTrip(page)
    expect(await page.locator('dialog > article').count()).toBe(0)
    expect(asked()).toHaveLength(1)
  })
})

test('a student whom the list gives one name is found, asked, greeted and saved by it', async () => {
  const { matricule, nom } = student
  const resultat = { matricule, nom, prenom: null }
  provider.script(search, { reply: { status: 1, msg: 'Bachelier retrouvé.', resultat } })
  const { page } = await register()
  await dialog(page).waitFor()
  expect(await dialog(page).locator('dd').allTextContents()).toEqual([matricule, nom])
  await confirm(page)
  expect(await shown(page)).toEqual([matricule, '', nom])
  await field(page, 'attestation').check()
  await submit(page)
  await field(page, 'otp').waitFor()
  expect(provider.calls('etudiant/enrolement/add').map(({ body }) => body)).toEqual([
    { ...completeAnswers, nina: '', matricule, nom, prenom: '' },
  ])
  await page.goto('/home')
  await page.getByText(`Bonjour ${nom}, votre inscription vous attend.`).waitFor()
})

describe('a press of « Continuer » is answered', () => {
  const { matricule } = student

  test('where the list has no name: who is to correct it', async () => {
    provider.script(search, { reply: { status: 1, msg: 'Bachelier retrouvé.', resultat: { matricule, nom: null } } })
    const { page } = await register()
    await confirm(page)
    await field(page, 'attestation').check()
    await pressInVain(page)
    await page.getByRole('link', { name: /^Nom\s: absent de la liste des bacheliers$/ }).click()
    await expect.poll(() => field(page, 'nom').evaluate(input => input === document.activeElement)).toBe(true)
    await page.getByText("adressez-vous à l'équipe de votre campus").waitFor()
  })
})
