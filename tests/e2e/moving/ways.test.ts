import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { decryptPackage } from '../../../src/features/transfer/format.ts'
import { tabTo } from '../setup/arrival.ts'
import { eventually, stored } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { expectUsableInBoth, exportDossier, handCode, keep, openWith } from '../setup/moving.ts'
import { fileOf, ownAnswers, plant } from '../setup/moving-package.ts'
import { oneProvider } from '../setup/network.ts'
import { expectArrived, expectAt, expectSaid, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'
import { atHome, tapTo } from '../setup/ways.ts'

/** The ways by which a dossier leaves and comes, whatever the browser has of them. */

const visits = visitors()
const provider = await oneProvider()

/** A phone with a sheet to share by, at the edge of the browser. `faults` are what it throws, one after the other. */
async function withSheet(page: Page, faults: string[]): Promise<void> {
  await page.addInitScript(faults => {
    const taken: unknown[] = []
    Object.assign(globalThis, { taken })
    navigator.canShare = ({ files = [] } = {}) => files.length > 0
    navigator.share = async ({ files = [] } = {}) => {
      for (const file of files)
        taken.push({ name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer())] })
      const fault = faults.shift()
      if (fault) throw new DOMException('No.', fault)
    }
  }, faults)
}

const sheet = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { taken: { name: string; type: string; bytes: number[] }[] }).taken)

const share = (page: Page) => page.getByRole('button', { name: 'Partager le fichier' })
const save = (page: Page) => page.getByRole('link', { name: 'Enregistrer le fichier' })

test('a phone that can share gives a file that every phone may share, says nothing to who has closed the sheet, and another way to who was refused it', async () => {
  const { page } = await visits.open('phone', provider.url)
  await withSheet(page, ['AbortError', 'NotAllowedError'])
  await page.goto('/transfert')
  await plant(page, { sent: ['attest'] })
  await exportDossier(page)
  expect(await save(page).getAttribute('class')).toBe('button quiet')
  const refused = page.getByText("Le partage n'a pas marché.")
  for (const [tries, told] of [
    [1, 0],
    [2, 1],
    [3, 0],
  ] as const) {
    await share(page).click()
    await eventually(async () => (await sheet(page)).length).toBe(tries)
    if (told) await expectSaid(page, "Le partage n'a pas marché.")
    await eventually(() => refused.count()).toBe(told)
  }
  const [{ name, type, bytes } = { name: '', type: '', bytes: [] }] = await sheet(page)
  expect(name).toMatch(/^dossier-\d{4}-\d\d-\d\d\.dossier\.txt$/)
  expect(type).toBe('text/plain')
  expect(await decryptPackage(Uint8Array.from(bytes), handCode)).toMatchObject({ dossier: { answers: ownAnswers } })
})

describe('a text of 200 % on a phone of 320 pixels', () => {
  const large = visitors(['--blink-settings=defaultFontSize=32'])

  test('receives and hands over, with nothing beside the screen', async () => {
    const { page } = await large.open('phone', provider.url, { viewport: { width: 320, height: 640 } })
    await page.goto('/transfert')
    await heading(page, 'Recevoir un dossier').waitFor()
    await expectUsableInBoth(page, 'the beginning, twice as large')
    const buffer = await fileOf({ sent: ['attest'] })
    await field(page, 'dossier').setInputFiles({ name: 'x', mimeType: 'text/plain', buffer })
    await openWith(page)
    await page.getByText('Aminata TRAORÉ').waitFor()
    await expectUsableInBoth(page, 'what has come, twice as large')
    await keep(page)
    await expectUsableInBoth(page, 'kept, twice as large')
    await exportDossier(page)
    await expectUsableInBoth(page, 'handed over, twice as large')
  })
})

test('who comes from home is told what it is about, and hands over and takes back with keys alone; a code that is too short hands nothing over', async () => {
  const { page } = await visits.open('phone', provider.url)
  await atHome(page)
  await tapTo(page, '/transfert')
  await expectArrived(page, 'Changer de téléphone')
  await page.getByText('Ne remettez jamais votre dossier ni son code').waitFor()
  await heading(page, 'Recevoir un dossier').waitFor()
  // Nothing to give away, and nothing that pretends so.
  expect(await page.getByRole('button', { name: 'Envoyer ce dossier' }).count()).toBe(0)
  await expectUsableInBoth(page, 'nothing was begun here')

  await plant(page, { sent: ['attest'] })
  await page.goto('/transfert')
  await page.getByText('Aminata TRAORÉ').waitFor()
  await expectUsableInBoth(page, 'something to hand over')
  const press = async (name: string) => {
    const place = page.getByRole('button', { name, exact: true })
    await place.waitFor()
    for (let stops = 0; stops < 60 && !(await place.evaluate(one => one === document.activeElement)); stops++)
      await page.keyboard.press('Tab')
    await expectAt(place)
    await page.keyboard.press('Enter')
  }
  const type = async (code: string, again = code) => {
    for (const [name, text] of [
      ['code-choisi', code],
      ['code-repete', again],
    ] as const) {
      await tabTo(page, field(page, name))
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
  }
  await press('Envoyer ce dossier')
  await expectArrived(page, 'Choisissez un code pour la remise')
  for (const [code, again, told] of [
    ['abc', 'abc', 'Pas moins de 6 lettres, ou de 8 chiffres.'],
    ['123456', '123456', 'Ce code est trop facile à deviner.'],
    [handCode, 'mangue75', 'Les deux codes ne sont pas les mêmes.'],
  ] as const) {
    await type(code, again)
    await page.getByText(told).waitFor()
  }
  await expectUsableInBoth(page, 'a code to choose')
  expect(JSON.stringify(await stored(page, 'dossiers'))).not.toContain('transferred')
  await type(handCode)
  await expectArrived(page, 'Dossier remis')
  // Without a sheet the file to save is the thing to do.
  expect(await share(page).count()).toBe(0)
  expect(await save(page).getAttribute('class')).toBe('button')
  await press('Reprendre ici')
  await expectAt(page.getByRole('heading', { name: 'Reprendre ce dossier ici ?' }))
  await press('Je confirme')
  await expectArrived(page, 'Changer de téléphone')
  await page.getByRole('button', { name: 'Envoyer ce dossier' }).waitFor()
})
