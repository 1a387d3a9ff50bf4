import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { code, student } from './setup/answers.ts'
import { field, fill, press, receiptAnswers } from './setup/hands.ts'
import { button, expectDisabled, expectUsable } from './setup/looks.ts'
import { plant } from './setup/moving-package.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt } from './setup/place.ts'
import { visitors } from './setup/students.ts'
import { share, toEncryptedDocuments } from './shared/tablet.ts'

/** What the receipt page knows already, and what it says once the provider has answered. */

const students = visitors()
const provider = await oneProvider()
const download = 'Téléchargez votre récépissé'
const { numPlace: num_place, serie, ae, matricule } = student

const values = async (page: Page) =>
  Object.fromEntries(
    await Promise.all(
      ['num_place', 'serie', 'ae', 'otp', 'matricule'].map(async name => [name, await field(page, name).inputValue()]),
    ),
  )
const empty = { num_place: '', serie: '', ae: '', otp: '', matricule: '' }

async function atReceipt() {
  const { page } = await students.at(provider.url, '/recepisse')
  await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
  return page
}

describe('a student who asks for the receipt', () => {
  test('on a phone to which the dossier has moved types the code alone', async () => {
    const { page } = await students.at(provider.url, '/home')
    await plant(page)
    await page.goto('/recepisse')
    await expect.poll(() => values(page)).toEqual({ num_place, serie, ae, otp: '', matricule })
    await page.getByText('Il reste à saisir le code').waitFor()
    const reason = await button(page, download).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe('À remplir ou à corriger : Code de confirmation.')
    await fill(page, { otp: code })
    await expectDisabled(page, download, false)
  })

  test('on a shared device finds only what the open dossier knows, and nothing once it is locked', async () => {
    const { page } = await students.open('tablet', provider.url)
    await share(page)
    await toEncryptedDocuments(page)
    await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
    await page.getByRole('link', { name: 'Télécharger mon récépissé' }).click()
    await expect.poll(() => values(page)).toEqual({ num_place, serie, ae, otp: '', matricule })
    await lockHere(page)
    await page.getByRole('link', { name: 'Télécharger mon récépissé' }).click()
    await field(page, 'num_place').waitFor()
    expect(await values(page)).toEqual(empty)
  })

  test('is told that it comes, where it lies and what to do then, and may ask for another', async () => {
    const page = await atReceipt()
    await fill(page, receiptAnswers)
    const file = page.waitForEvent('download')
    await press(page, download)
    await file
    const told = page.getByRole('status').filter({ hasText: 'Le téléchargement de votre récépissé a commencé.' })
    await expectAt(told, 'Téléchargement commencé – Récépissé', 'top')
    await page.getByText('Vous le trouverez dans les téléchargements').waitFor()
    await page.getByText('gardez-le ou imprimez-le').waitFor()
    const again = page.getByRole('link', { name: /Ouvrir le récépissé/ })
    expect(await again.getAttribute('href')).toBe(`${provider.url}/recepisses/v1/fichier.pdf`)
    expect(await field(page, 'otp').isVisible(), 'the form stays at hand').toBe(true)
    await expectUsable(page, 'the receipt')
    await page.getByText('Télécharger un autre récépissé').click()
    await expectAt(field(page, 'num_place'), 'Récépissé', 'top')
  })

  test('is told of a refusal at the top, what to look at, and whom to ask', async () => {
    const page = await atReceipt()
    await fill(page, { ...receiptAnswers, otp: '0000' })
    for (const _ of [1, 2]) {
      await press(page, download)
      const told = page.getByRole('alert').filter({ hasText: 'Code incorrect.' })
      await expectAt(told, 'Erreur : Récépissé', 'top')
    }
    await page.getByText('Vérifiez le code').waitFor()
    await page.getByText("Besoin d'aide ?").first().waitFor()
    expect(await field(page, 'otp').isVisible()).toBe(true)
  })

  test('without a network reads that this is not kept for later, and keeps the place at the button', async () => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/net::ERR_/)
    await page.goto('/recepisse')
    await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
    await fill(page, receiptAnswers)
    provider.script('etudiant/voir/recepisse', { cut: 'request' })
    await press(page, download)
    await page.getByText('Sans réseau, le récépissé ne peut pas être demandé').waitFor()
    await expectAt(button(page, download), 'Récépissé')
    expect(await page.locator('main [role="alert"]').count()).toBe(0)
  })
})

async function lockHere(page: Page): Promise<void> {
  await press(page, 'Verrouiller')
  await page.waitForURL('**/home')
}
