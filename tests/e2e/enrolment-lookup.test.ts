import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dossier } from '../../src/storage/dossier.ts'
import { type Student, student } from './setup/answers.ts'
import { stored } from './setup/device.ts'
import { type Answers, completeAnswers, confirm, dialog, field, fill, press } from './setup/hands.ts'
import { expectAlert, expectAtTop, roundTrip, scrollToBottom } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Section 4: the matricule, first name and last name come from the lookup and from nowhere else. */

const students = visitors()
const provider = await oneProvider()

const search = 'etudiant/search/matricule'
const asked = () => provider.calls(search).map(({ body }) => body)
const question = { anneeBac: student.anneeBac, numPlace: student.numPlace, serie: student.serie, ae: student.ae }

const fatou: Student = { ...student, numPlace: '777', matricule: 'MA2025FC777', nom: 'COULIBALY', prenom: 'Fatou' }
beforeEach(() => {
  provider.memory.students.push(fatou)
})
const answerAbout = ({ matricule, nom, prenom }: Student) => ({
  status: 1,
  msg: 'Voilà.',
  resultat: { matricule, nom, prenom },
})

async function register(answers: Answers = completeAnswers) {
  const visit = await students.open('phone', provider.url)
  await visit.page.goto('/register')
  await fill(visit.page, answers)
  return visit
}

const drafts = (page: Page) => stored<Dossier>(page, 'dossiers')
const shown = (page: Page) => Promise.all(['matricule', 'prenom', 'nom'].map(name => field(page, name).inputValue()))

describe('a student who gives year, place number, series and academy', () => {
  test('is looked up once all four are there, and again whenever one changes', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await fill(page, { anneeBac: question.anneeBac, numPlace: question.numPlace, serie: question.serie })
    await page.clock.fastForward(5_000)
    await roundTrip(page)
    expect(asked()).toEqual([])

    await fill(page, { ae: question.ae })
    await confirm(page)
    expect(asked()).toEqual([question])
    for (const [name, value] of [
      ['numPlace', '8'],
      ['serie', 'TLL'],
      ['ae', 'SEGOU'],
      ['anneeBac', '2024'],
    ] as const) {
      const before = asked().length
      await fill(page, { [name]: value })
      await field(page, name).blur()
      await expect.poll(() => asked().length).toBe(before + 1)
      expect(asked().at(-1)?.[name]).toBe(value)
    }
    await fill(page, { numPlace: '' })
    await page.clock.fastForward(5_000)
    await roundTrip(page)
    expect(asked()).toHaveLength(5)
  })

  test('is shown who was found, and confirms it', async () => {
    const { page } = await register()
    await dialog(page).waitFor()
    const person = await dialog(page).locator('dd').allTextContents()
    expect(person).toEqual([student.matricule, student.prenom, student.nom])
    await confirm(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
    await expectAlert(page, 'info', 'Bachelier retrouvé.')
  })

  test('who is somebody else says so with Annuler, and the matricule is taken away', async () => {
    const { page } = await register()
    await dialog(page).getByRole('button', { name: 'Annuler', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'matricule').count()).toBe(0)
    await press(page, 'Relancer la recherche')
    await confirm(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
  })

  test.each(['Fermer', 'Escape'])('who leaves the question by %s has confirmed nothing', async way => {
    const { page } = await register()
    await dialog(page).waitFor()
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await dialog(page).getByRole('button', { name: way, exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'matricule').count()).toBe(0)
    await press(page, 'Relancer la recherche')
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

  test('who changes an answer while the search is slow gets the newer answer, however late the older one comes', async () => {
    const { hold, open } = gate()
    provider.script(search, { hold, times: 1, reply: answerAbout(fatou) })
    const { page } = await register({ ...completeAnswers, numPlace: fatou.numPlace })
    await expect.poll(() => asked().length).toBe(1)
    await fill(page, { numPlace: student.numPlace })
    await confirm(page)
    open()
    await roundTrip(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
    // Before it opens it is there.
    expect(await page.locator('dialog > article').count()).toBe(0)
  })

  test('who takes an answer back while the search is slow is not given a person for it', async () => {
    const { hold, open } = gate()
    provider.script(search, { hold, times: 1 })
    const { page } = await register()
    await expect.poll(() => asked().length).toBe(1)
    await fill(page, { serie: '' })
    open()
    await roundTrip(page)
    const asking = page.locator('dialog > article')
    expect([await asking.count(), await field(page, 'matricule').count()]).toEqual([0, 0])
  })

  test('is told when nobody is found: the matricule is cleared and the page goes to its top', async () => {
    const { page } = await register()
    await confirm(page)
    const { hold, open } = gate()
    provider.script(search, { hold, times: 1, reply: { status: 0, msg: 'Aucun bachelier de ce nom.' } })
    await fill(page, { numPlace: '99' })
    await field(page, 'numPlace').blur()
    await expect.poll(() => asked().length).toBe(2)
    await scrollToBottom(page)
    open()
    await expectAlert(page, 'danger', 'Aucun bachelier de ce nom.')
    await expectAtTop(page)
    expect(await field(page, 'matricule').count()).toBe(0)
    expect(await field(page, 'numPlace').inputValue()).toBe('99')
  })

  test('is told when the search itself fails, at the top of the page, and can ask again', async () => {
    const { hold, open } = gate()
    provider.script(search, { status: 400, hold, reply: { status: 0, msg: 'Recherche indisponible.' } })
    const { page, witness } = await register()
    witness.allow(/status of 400/)
    await expect.poll(() => asked().length).toBe(1)
    await scrollToBottom(page)
    open()
    await expectAlert(page, 'danger', 'Recherche indisponible.')
    await expectAtTop(page)
    expect(await field(page, 'matricule').count()).toBe(0)
    provider.behave()
    await press(page, 'Réessayer')
    await confirm(page)
    expect(await shown(page)).toEqual([student.matricule, student.prenom, student.nom])
  })
})
