import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseSecret } from '../shared/tablet.ts'
import { field, press } from './hands.ts'
import { expectArrived } from './place.ts'
import { mark } from './translator.ts'

/** What hands do when a dossier moves from one phone to another. */

export { expectUsableInBothLights as expectUsableInBoth } from './looks.ts'

export const handCode = 'mangue74'

export async function chooseHandCode(page: Page, code = handCode, again = code): Promise<void> {
  await page.goto('/transfert')
  await press(page, 'Envoyer ce dossier')
  await chooseSecret(page, code, again)
  await press(page, 'Préparer la remise')
}

/** Made; nothing has left yet, and the ways for it are offered. */
export async function exportDossier(page: Page, code = handCode): Promise<void> {
  await chooseHandCode(page, code)
  await expectArrived(page, 'Dossier remis')
}

/** What a file's name says is nobody's name. */
export async function saveFile(page: Page): Promise<Buffer> {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Enregistrer le fichier' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^dossier-\d{4}-\d\d-\d\d\.dossier$/)
  return readFileSync(await download.path())
}

export async function chooseFile(page: Page, buffer: Buffer, name = 'dossier-2026-11-22.dossier'): Promise<void> {
  await page.goto('/transfert')
  await field(page, 'dossier').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

export async function openWith(page: Page, code = handCode): Promise<void> {
  await field(page, 'code-remise').fill(code)
  await press(page, 'Ouvrir le dossier')
}

/** @returns the code that says to the other phone that it lies here */
export async function keep(page: Page): Promise<string> {
  await press(page, 'Garder sur cet appareil')
  await expectArrived(page, 'Dossier reçu')
  const shown = page.getByRole('heading', { name: "Code d'arrivée" }).locator('xpath=..').locator('.phone')
  const confirmationCode = (await shown.innerText()).replaceAll(mark, '').replace(/\s+/, ' ')
  expect(confirmationCode).toMatch(/^\S{3} \S{3}$/)
  return confirmationCode
}

export async function receive(page: Page, file: Buffer, code = handCode): Promise<string> {
  await chooseFile(page, file)
  await openWith(page, code)
  return keep(page)
}

export async function confirmArrival(page: Page, confirmationCode: string): Promise<void> {
  await field(page, 'code-arrivee').fill(confirmationCode)
  await press(page, 'Effacer de cet appareil')
}
