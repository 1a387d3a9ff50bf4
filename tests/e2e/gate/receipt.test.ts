import { describe, expect, test } from 'vitest'
import { code, student } from '../setup/answers.ts'
import { field, fill, press, receiptAnswers } from '../setup/hands.ts'
import {
  atLeast,
  codeTooShort,
  expectAlert,
  expectDisabled,
  expectMistakes,
  format,
  required,
  roundTrip,
} from '../setup/looks.ts'
import { gate, oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** Sections 2, 5 and 8: the receipt form. */

const students = visitors()
const provider = await oneProvider()

const receipt = 'etudiant/voir/recepisse'
const download = 'Téléchargez votre récépissé'
const { numPlace: num_place, serie, ae, matricule } = student

async function atReceipt() {
  const visit = await students.at(provider.url, '/recepisse')
  await field(visit.page, 'serie').waitFor()
  return visit
}

describe('a student who downloads the receipt', () => {
  test('gives place number, series, academy, code and matricule, and gets the file', async () => {
    const { page } = await atReceipt()
    // As on paper, and sent bare.
    const onPaper = { num_place: '10 245', serie, ae, otp: '48-26', matricule: 'ma2025tr001 ' }
    for (const [name, value] of Object.entries(onPaper)) {
      await expectDisabled(page, download)
      await fill(page, { [name]: value })
    }
    for (const list of ['serie', 'ae'])
      expect(await field(page, list).evaluate(one => one instanceof HTMLSelectElement)).toBe(true)
    const file = page.waitForEvent('download')
    await press(page, download)
    expect((await file).suggestedFilename()).toBe('recepisse.pdf')
    expect(provider.calls(receipt).map(({ path, body }) => [path, body])).toEqual([
      [`/recepisses/v1/${receipt}`, receiptAnswers],
    ])
  })

  test('is told what is wrong with each answer', async () => {
    provider.memory.lists.serie = ['TSE', 'T2']
    provider.memory.lists.academie = ['BAMAKO RIVE DROITE', 'B']
    const { page } = await atReceipt()
    await fill(page, receiptAnswers)
    await expectDisabled(page, download, false)
    for (const [name, good, typed, message] of [
      ['serie', serie, 'T2', format],
      ['ae', ae, 'B', atLeast(2, 'lettres')],
      ['num_place', num_place, '10a', format],
      ['otp', code, '482', atLeast(4, 'chiffres')],
      ['matricule', matricule, 'MA2025', codeTooShort],
      ['matricule', matricule, '', required],
    ] as const) {
      await expectMistakes(page, name, good, [[typed, message]], download)
      await fill(page, { [name]: good })
    }
  })

  test('waits with a spinner, and cannot ask twice meanwhile', async () => {
    const { hold, open } = gate()
    provider.script(receipt, { hold, reply: { status: 0, msg: 'Code incorrect.' } })
    const { page } = await atReceipt()
    await fill(page, receiptAnswers)
    await press(page, download)
    const spinner = page.getByText('Recherche de votre récépissé…')
    await spinner.waitFor()
    await expectDisabled(page, download)
    open()
    await expectAlert(page, 'danger', 'Code incorrect.')
    expect(await spinner.count()).toBe(0)
    await expectDisabled(page, download, false)
    expect(provider.calls(receipt)).toHaveLength(1)
  })

  test('and has left meanwhile is not torn back to the file', async () => {
    const { hold, open } = gate()
    provider.script(receipt, { hold, reply: { status: 1, msg: `${provider.url}/recu-d-un-autre` } })
    const { page } = await atReceipt()
    await fill(page, receiptAnswers)
    await press(page, download)
    await page.getByText('Recherche de votre récépissé…').waitFor()
    await page.locator('header a[href="/home"]').first().click()
    await page.waitForURL('**/home')
    await field(page, 'serie').waitFor({ state: 'detached' })
    const answered = page.waitForResponse(/voir\/recepisse/)
    open()
    await (await answered).finished()
    await roundTrip(page)
    await roundTrip(page)
    expect(provider.journal.filter(({ path }) => path === '/recu-d-un-autre')).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  test('only sees the spinner stop when the call fails', async () => {
    provider.script(receipt, { status: 500 })
    const { page, witness } = await atReceipt()
    witness.allow(/status of 500/)
    await fill(page, receiptAnswers)
    const answered = page.waitForResponse(/voir\/recepisse/)
    await press(page, download)
    await answered
    await expectDisabled(page, download, false)
    await expect.poll(() => page.getByText('Recherche de votre récépissé…').count()).toBe(0)
    expect(await page.locator('main [role="alert"]').count()).toBe(0)
    for (const [name, value] of Object.entries(receiptAnswers)) expect(await field(page, name).inputValue()).toBe(value)
  })

  test('is not led to a host or a script that nobody trusts', async () => {
    provider.script(receipt, { reply: { status: 1, msg: 'javascript:document.title="pris"' } })
    const { page } = await atReceipt()
    await fill(page, receiptAnswers)
    await press(page, download)
    await expectAlert(page, 'danger', "n'est pas sûr")
    expect(page.url()).toBe(`${provider.url}/recepisse`)
    expect(await page.title()).toBe('Erreur : Récépissé')
  })

  test('is told at the top of the form when a list cannot be had, and gets it by asking again', async () => {
    provider.script('etudiant/liste/serie', { status: 404 })
    const { page, witness } = await atReceipt()
    witness.allow(/status of 404/)
    await expectAlert(page, 'danger', 'Le serveur a refusé la demande (erreur 404).')
    const first = await page.locator('form > *').first().getAttribute('role')
    expect(first).toBe('alert')
    provider.behave()
    await press(page, 'Réessayer')
    await fill(page, receiptAnswers)
    await expectDisabled(page, download, false)
  })
})
