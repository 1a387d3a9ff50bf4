import type { Locator, Page } from 'playwright-core'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { code, student } from './answers.ts'

/** What a student's hands do, through the hooks that the contract promises and nothing else. */

export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`)

export const documentRow = (page: Page, type: DocumentType): Locator => page.locator(`[data-document="${type}"]`)

export const currentStep = (page: Page): Locator => page.locator('[aria-current="step"]')

/** Control name → what is typed, or the code that is chosen. */
export type Answers = Readonly<Record<string, string>>

export async function fill(page: Page, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const control = field(page, name)
    const isSelect = await control.evaluate(element => element instanceof HTMLSelectElement)
    if (isSelect) await control.selectOption(value)
    else await control.fill(value)
  }
}

export const phone = '76543210'

/** Reading A's first step; the year stands first because it opens the others, the lookup's last field last. */
export const completeAnswers: Answers = {
  anneeBac: student.anneeBac,
  tuteur: 'NINA',
  numAttest: '204518',
  phone,
  numPlace: student.numPlace,
  serie: student.serie,
  ae: student.ae,
}

/** Reading B's first step. */
export const reducedAnswers: Answers = {
  phone,
  matricule: student.matricule,
  numPlace: student.numPlace,
  numAttest: '204518',
  nom: 'Traoré',
  prenom: 'Aminata',
  dateNaiss: '2006-04-17',
  tuteur: 'NINA',
}

/** What the receipt asks for. */
export const receiptAnswers: Answers = {
  num_place: student.numPlace,
  serie: student.serie,
  ae: student.ae,
  otp: code,
  matricule: student.matricule,
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** The wizard's button says that it can't go on; a thumb does not read that. */
export const pressInVain = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continuer', exact: true }).dispatchEvent('click')

/** The open dialog; only one can be. */
export const dialog = (page: Page): Locator => page.locator('dialog[open]')

export async function confirm(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Je confirme' }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

/** The first step's button, and a yes to the number. */
export async function submit(page: Page): Promise<void> {
  await press(page, 'Continuer')
  await confirm(page)
}

/** Reading A's first step, up to its button: the student is found, and attests. */
export async function fillFirstStep(page: Page, answers: Answers = completeAnswers): Promise<void> {
  await fill(page, answers)
  await confirm(page)
  await field(page, 'attestation').check()
}

/** Steps 1 of both readings up to the code: the student is found (A), attests (A), and the number is confirmed. */
export async function enrol(page: Page, variant: 'complete' | 'reduced', answers?: Answers): Promise<void> {
  if (variant === 'complete') await fillFirstStep(page, answers)
  else await fill(page, answers ?? reducedAnswers)
  await submit(page)
  await field(page, 'otp').waitFor()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await field(page, 'otp').fill(code)
  await press(page, 'Continuer')
}

/** Taps on what is folded; only one row is open at a time. Looked at and tapped in one go: the page opens rows as well. */
export async function openRow(page: Page, type: DocumentType): Promise<void> {
  const details = documentRow(page, type).locator('details')
  await details.evaluate((row: HTMLDetailsElement) => row.open || row.querySelector('summary')?.click())
  await details.and(page.locator('[open]')).waitFor()
}

/** One button of a document, whose row is opened for it. */
export async function pressInRow(page: Page, type: DocumentType, name: string): Promise<void> {
  await openRow(page, type)
  await documentRow(page, type).getByRole('button', { name, exact: true }).click()
}

const accepted = /Utiliser cette photo|Garder quand même/

/**
 * Gives a photograph; advice may ask once (docs/contract.md). Done when the row has it, or when the page went on
 * after the last one. A row that is replaced had one before: ask `documentState` or the provider about the new one.
 */
export async function giveDocument(page: Page, type: DocumentType, file: string): Promise<void> {
  const states = ['queued', 'sending', 'sent', 'failed'].map(state => `[data-state="${state}"]`)
  const given = page.locator(`[data-document="${type}"]:is(${states.join(',')})`)
  const question = documentRow(page, type).or(dialog(page)).getByRole('button', { name: accepted })
  await field(page, type).setInputFiles(file)
  const goneOn = field(page, type).waitFor({ state: 'detached', timeout: 60_000 })
  await Promise.race([given.or(question).first().waitFor({ timeout: 60_000 }), goneOn])
  if (await question.isVisible()) await question.click()
  await Promise.race([given.waitFor(), goneOn])
}

/** Gives a photograph and waits for what becomes of it. */
export async function sendDocument(
  page: Page,
  type: DocumentType,
  file: string,
  end: 'sent' | 'failed' | 'queued' = 'sent',
): Promise<void> {
  await giveDocument(page, type, file)
  await documentState(page, type, end)
}

export async function documentState(page: Page, type: DocumentType, state: string, timeout = 30_000): Promise<void> {
  await page.locator(`[data-document="${type}"][data-state="${state}"]`).waitFor({ timeout })
}

/** Ways into the middle of the wizard, on a good network. */

/** Reading A's third step: found, saved, and the code confirmed. */
export async function toDocuments(page: Page, variant: 'complete' | 'reduced' = 'complete'): Promise<void> {
  await page.goto('/register')
  await enrolToDocuments(page, variant)
}

/** The same where the first step is on the screen already. */
export async function enrolToDocuments(page: Page, variant: 'complete' | 'reduced' = 'complete'): Promise<void> {
  await enrol(page, variant, variant === 'reduced' ? { ...reducedAnswers, nom: 'TRAORE' } : undefined)
  await enterCode(page, code)
  await field(page, 'attest').waitFor({ state: 'attached' })
}

export async function toCode(page: Page): Promise<void> {
  await page.goto('/register')
  await enrol(page, 'complete')
}

/** Reading A from the home page to its end. */
export async function enrolFromHome(page: Page, photos: Readonly<Record<DocumentType, string>>): Promise<void> {
  await page.getByRole('link', { name: /^S'inscrire/ }).click()
  await enrol(page, 'complete')
  await enterCode(page, code)
  for (const type of documentTypes) await giveDocument(page, type, photos[type])
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
}

/** A short call's own words; the network line says something like it, and the row of a photo that waits the very same. */
export const waitsForNetwork = (page: Page): Locator =>
  page.locator('main [data-tone="info"]:not([data-document] *)').getByText('Partira dès que le réseau revient.')

export const draftResumed = (page: Page): Locator =>
  page.getByText(/Brouillon repris, enregistré (à l'instant|il y a \d+ min)\./)

/** What stands in these fields. */
export const valuesOf = (page: Page, names: readonly string[]) =>
  Promise.all(names.map(async name => [name, await field(page, name).inputValue()] as const)).then(Object.fromEntries)
