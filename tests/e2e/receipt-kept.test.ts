import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { code, student } from './setup/answers.ts'
import { installed, stored } from './setup/device.ts'
import { confirm, dialog, field, fill, press, receiptAnswers } from './setup/hands.ts'
import { button, expectAlert, expectUsableInBothLights } from './setup/looks.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { expectAt } from './setup/place.ts'
import { phones } from './setup/students.ts'
import { atHome, tapTo } from './setup/ways.ts'
import { nothingOf, secret, share, toEncryptedDocuments, unlock } from './shared/tablet.ts'
import { inProfile, inStorages, needlesOf } from './shared/traces.ts'

/** A receipt that is at hand without a network, kept because a student asked for it. */

const network = badNetwork()
const phone = phones(networkFaults, /status of 404/)

const file = '/recepisses/v1/fichier.pdf'
const download = 'Téléchargez votre récépissé'
const keep = 'Garder une copie'
const kept = "Une copie est gardée sur ce téléphone : elle s'ouvre aussi sans réseau."

// On the portal's own host, as the browser sees it.
beforeEach(() => network.provider.script('etudiant/voir/recepisse', { reply: { status: 1, msg: file } }))

async function ask(page: Page): Promise<void> {
  await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
  await fill(page, receiptAnswers)
  await Promise.all([page.waitForEvent('download'), press(page, download)])
  await button(page, keep).waitFor()
}

const keys = async (page: Page) => (await stored<{ encrypted?: unknown }>(page, 'device')).filter(row => row.encrypted)
const openLink = (page: Page) => page.getByRole('link', { name: 'Ouvrir la copie' })

async function opened(page: Page): Promise<{ name: string; text: string }> {
  const [given] = await Promise.all([page.waitForEvent('download'), openLink(page).click()])
  return { name: given.suggestedFilename(), text: await readFile(await given.path(), 'latin1') }
}
const whole = /^%PDF-1\.4[\s\S]+%%EOF\n$/

describe('a receipt that was downloaded', () => {
  test('is kept on request, opened with the server dead after a reload and a kill, and erased', async () => {
    const student = phone(network.url)
    const { page } = await student.start()
    await page.goto('/recepisse')
    await installed(page)
    await ask(page)
    expect(await keys(page), 'nothing is kept unasked').toEqual([])
    await press(page, keep)
    const told = page.getByRole('status').filter({ hasText: kept })
    await expectAt(told)
    await page.getByRole('heading', { name: 'Votre récépissé gardé' }).waitFor()
    expect(network.provider.journal.filter(({ path }) => path === file)).toHaveLength(2)
    expect(await keys(page)).toHaveLength(1)
    await network.provider.stop()
    await page.reload()
    expect(await opened(page)).toEqual({ name: 'recepisse-R001.pdf', text: expect.stringMatching(whole) })
    await student.kill()
    const { page: later } = await student.start()
    await later.goto('/recepisse')
    await later.getByText('Matricule …R001').waitFor()
    expect((await opened(later)).text).toMatch(whole)
    await press(later, 'Effacer la copie')
    await dialog(later).getByText("Elle ne s'ouvrira plus sans réseau.").waitFor()
    await press(later, 'Annuler')
    await openLink(later).waitFor()
    await press(later, 'Effacer la copie')
    await confirm(later)
    await openLink(later).waitFor({ state: 'detached' })
    expect(await keys(later)).toEqual([])
    await expectAt(later.getByRole('status').filter({ hasText: 'La copie est effacée' }))
  })

  test('is not kept where half of it comes in its place, and can be asked for once more; the copy shuts nobody out', async () => {
    const { page } = await phone(network.url).start()
    await atHome(page)
    await tapTo(page, '/recepisse')
    await page.getByText("Je n'ai plus le SMS").click()
    await page.getByText('le portail ne peut pas redonner le code').waitFor()
    const help = page.locator('details[open]')
    await help.getByRole('link', { name: /^Appeler le/ }).waitFor()
    await expectUsableInBothLights(page, 'the form, with what to do without the SMS')
    await ask(page)
    // What else may come: unit/core/api/receipt-file.test.ts.
    network.provider.script(file, { cut: 'half', times: 1 })
    await press(page, keep)
    await expectAlert(page, 'danger', 'Pas de réseau')
    await expectUsableInBothLights(page, 'a copy that did not come')
    expect(await keys(page)).toEqual([])
    expect(await openLink(page).count()).toBe(0)
    await press(page, keep)
    await page.getByText(kept).waitFor()
    expect(await keys(page)).toHaveLength(1)
    await expectUsableInBothLights(page, 'a copy that is kept')
    await press(page, 'Effacer la copie')
    await dialog(page).waitFor()
    await expectUsableInBothLights(page, 'whether it is to be erased')
  })
})

/** What nobody may read of her on the disk: her name, her number, and the receipt itself. */
const needles = needlesOf([student.matricule, 'Aminata', 'Type/Catalog'])

describe('on a shared device', () => {
  test('the copy lies encrypted under the code of the open dossier, goes with "Terminer et effacer", and is none without', async () => {
    const tablet = phone(network.url)
    const { page } = await tablet.start()
    await share(page)
    await tapTo(page, '/recepisse')
    await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
    await fill(page, receiptAnswers)
    await Promise.all([page.waitForEvent('download'), press(page, download)])
    await page.getByText("Aucune copie n'est gardée sur cet appareil partagé").waitFor()
    expect(await button(page, keep).count()).toBe(0)
    await toEncryptedDocuments(page)
    await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
    await tapTo(page, '/recepisse')
    // As a provider must say: else the browser itself keeps what it downloads.
    network.provider.script(file, { headers: { 'Cache-Control': 'no-store' } })
    await expect.poll(() => field(page, 'matricule').inputValue()).toBe(student.matricule)
    await fill(page, { otp: code })
    await Promise.all([page.waitForEvent('download'), press(page, download)])
    await page.getByText('avec le code de votre dossier').waitFor()
    await press(page, keep)
    await page.getByText(kept).waitFor()
    expect(await keys(page)).toHaveLength(1)
    await press(page, 'Verrouiller')
    await page.waitForURL('**/home')
    await tapTo(page, '/recepisse')
    await field(page, 'num_place').waitFor()
    expect(await openLink(page).count()).toBe(0)
    nothingOf(await inStorages(page, needles))
    await tablet.kill()
    nothingOf(inProfile(tablet.profile, needlesOf(['Type/Catalog'])))
    await network.provider.stop()
    const { page: later } = await tablet.start()
    await later.goto('/recepisse')
    await press(later, 'Dossiers')
    await unlock(later, 'A. T.', secret)
    await later.waitForURL('**/register')
    await later.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
    await tapTo(later, '/recepisse')
    await later.getByText('Aminata TRAORÉ, matricule …R001').waitFor()
    expect((await opened(later)).text).toMatch(whole)
    await press(later, 'Terminer et effacer')
    await dialog(later)
      .getByRole('button', { name: /^Effacer/ })
      .click()
    await later.waitForURL('**/home')
    await expect.poll(() => keys(later)).toEqual([])
  })
})
