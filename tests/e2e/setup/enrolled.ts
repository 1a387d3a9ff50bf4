import type { Locator, Page } from 'playwright-core'
import { code } from './answers.ts'
import { enrol, enterCode, field, reducedAnswers } from './hands.ts'

/** Ways into the middle of the wizard, on a good network. */

/** Reading A's third step: found, saved, and the code confirmed. */
export async function toDocuments(page: Page, reading: 'complete' | 'reduced' = 'complete'): Promise<void> {
  await page.goto('/register')
  await enrolToDocuments(page, reading)
}

/** The same where the first step is on the screen already. */
export async function enrolToDocuments(page: Page, reading: 'complete' | 'reduced' = 'complete'): Promise<void> {
  await enrol(page, reading, reading === 'reduced' ? { ...reducedAnswers, nom: 'TRAORE' } : undefined)
  await enterCode(page, code)
  await field(page, 'attest').waitFor({ state: 'attached' })
}

export async function toCode(page: Page): Promise<void> {
  await page.goto('/register')
  await enrol(page, 'complete')
}

/** A short call's own words; the network line says something like it, and the row of a photo that waits the very same. */
export const waitsForNetwork = (page: Page): Locator =>
  page.locator('main [data-tone="info"]:not([data-document] *)').getByText('Partira dès que le réseau revient.')
