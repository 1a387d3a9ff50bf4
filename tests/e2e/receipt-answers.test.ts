import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decryptPackage } from '../../src/features/transfer/format.ts'
import { code, student } from './setup/answers.ts'
import { eventually, stored } from './setup/device.ts'
import { enrol, enterCode, field, fill, phone, press, receiptAnswers, toDocuments, valuesOf } from './setup/hands.ts'
import { button, expectAlert, expectDisabled, expectUsable, expectUsableInBothLights } from './setup/looks.ts'
import { exportDossier, handCode, saveFile } from './setup/moving.ts'
import { plant } from './setup/moving-package.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt } from './setup/place.ts'
import { type StandIn, sampleAnswers, sampleMatricule, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'
import { share, toEncryptedDocuments } from './shared/tablet.ts'

/** What the receipt page knows already, and what it says once the provider has answered. */

const students = visitors()
const provider = await oneProvider()
const download = 'Téléchargez votre récépissé'
const { numPlace: num_place, serie, ae, matricule } = student

const values = (page: Page) => valuesOf(page, ['num_place', 'serie', 'ae', 'otp', 'matricule'])

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
    await press(page, 'Verrouiller')
    await page.waitForURL('**/home')
    await page.getByRole('link', { name: 'Télécharger mon récépissé' }).click()
    await field(page, 'num_place').waitFor()
    expect(new Set(Object.values(await values(page)))).toEqual(new Set(['']))
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

/** The receipt needs no second SMS: the code that was confirmed stays with its dossier, on one's own device. */

const receipt = 'etudiant/voir/recepisse'
const isKept = "C'est le code que vous avez confirmé, gardé sur cet appareil"

const otpOf = (page: Page) => field(page, 'otp').inputValue()

/** Codes that the device keeps; all else in that store is an object, a number or a mark. */
const codes = async (page: Page) => (await stored(page, 'device')).filter(value => typeof value === 'string')

async function comeToReceipt(page: Page): Promise<void> {
  await page.goto('/recepisse')
  await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
  await eventually(() => field(page, 'matricule').inputValue()).not.toBe('')
}

describe('a student who has enrolled on her own phone, with the provider that really stores things', () => {
  let server: StandIn
  beforeAll(async () => {
    server = await startStandIn()
  })
  afterAll(() => server.dispose())

  test('finds her code in the receipt’s form, and downloads it without another SMS; a package has no code, and erasing leaves none', async () => {
    const { page } = await students.at(server.url, '/register')
    await enrol(page, 'complete', sampleAnswers)
    const sent = await server.lastCode(phone)
    await enterCode(page, sent)
    await field(page, 'attest').waitFor({ state: 'attached' })

    await comeToReceipt(page)
    await eventually(() => otpOf(page)).toBe(sent)
    await page.getByText(isKept).waitFor()
    await expectUsableInBothLights(page, 'the form with the kept code')
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, download)])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    expect(await server.lastCode(phone)).toBe(sent)
    expect(await codes(page)).toEqual([sent])
    expect(page.url()).not.toContain(sent)

    await exportDossier(page)
    const pkg = await decryptPackage(new Uint8Array(await saveFile(page)), handCode)
    if ('fault' in pkg) throw new Error(pkg.fault)
    expect(pkg.dossier.answers).toMatchObject({ matricule: sampleMatricule, phone })
    const { id: _, ...dossier } = pkg.dossier
    expect(JSON.stringify(dossier.answers)).not.toContain(sent)
    expect(pkg.items.find(({ requestKey }) => requestKey === 'code')).toEqual(
      expect.not.objectContaining({ digest: expect.any(String) }),
    )

    await page.goto('/home')
    await page.getByText('Données sur cet appareil').click()
    await press(page, 'Effacer mes données de cet appareil')
    await press(page, 'Effacer')
    await page.getByText('Vos données ont été effacées de cet appareil.').waitFor()
    expect(await codes(page)).toEqual([])
    await page.goto('/recepisse')
    await field(page, 'otp').waitFor()
    expect(await otpOf(page)).toBe('')
  })
})

describe('the code that is kept', () => {
  test('makes room for the new one that the provider asks for, which then takes its place', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    await comeToReceipt(page)
    await eventually(() => otpOf(page)).toBe(code)
    const asks = { status: 0, codeRequis: true, msg: 'Un nouveau code vient d’être envoyé.' }
    provider.script(receipt, { reply: asks, times: 1 })
    await press(page, download)
    await expectAlert(page, 'warning', asks.msg)
    await eventually(() => otpOf(page)).toBe('')
    expect(await page.getByText(isKept).count()).toBe(0)
    expect(await codes(page)).toEqual([])
    provider.script(receipt, { reply: { status: 1, msg: '/recepisses/v1/fichier.pdf' } })
    await fill(page, { otp: '7391' })
    await Promise.all([page.waitForEvent('download'), press(page, download)])
    expect(provider.calls(receipt).map(({ body }) => body.otp)).toEqual([code, '7391'])
    await eventually(() => codes(page)).toEqual(['7391'])
    await comeToReceipt(page)
    await eventually(() => otpOf(page)).toBe('7391')
    await field(page, 'otp').tap()
    await page.keyboard.type('4826')
    expect(await otpOf(page)).toBe('4826')
  })
})
