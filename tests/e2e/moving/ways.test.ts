import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { tabTo } from '../setup/arrival.ts'
import { eventually, stored } from '../setup/device.ts'
import { field, giveDocument, toDocuments } from '../setup/hands.ts'
import { chooseHandCode, expectUsableInBoth, handCode, handOver, keep, openWith, receive } from '../setup/moving.ts'
import { oneProvider } from '../setup/network.ts'
import { expectArrived, expectAt, expectSaid, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'
import { atHome, tapTo } from '../setup/ways.ts'

/** The ways by which a dossier leaves and comes, whatever the browser has of them. */

const visits = visitors()
const provider = await oneProvider()

/** A phone with a sheet to share by, at the edge of the browser. `refuse` is the name of the fault that it throws. */
async function withSheet(page: Page, refuse?: string): Promise<void> {
  await page.addInitScript(fault => {
    const taken: unknown[] = []
    Object.assign(globalThis, { taken })
    navigator.canShare = ({ files = [] } = {}) => files.length > 0
    navigator.share = async ({ files = [] } = {}) => {
      for (const file of files)
        taken.push({ name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer())] })
      if (fault) throw new DOMException('No.', fault)
    }
  }, refuse)
}

const sheet = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { taken: { name: string; type: string; bytes: number[] }[] }).taken)

const share = (page: Page) => page.getByRole('button', { name: 'Partager le fichier' })

async function begun(page: Page): Promise<void> {
  await toDocuments(page)
  await giveDocument(page, 'attest', await smallPhoto('attest'))
}

describe('a phone that can share files', () => {
  test('gives one that every phone may share, of which the other takes all, whatever it is called', async () => {
    const source = await visits.open('phone', provider.url)
    await withSheet(source.page)
    await begun(source.page)
    await handOver(source.page)
    await share(source.page).click()
    await eventually(async () => (await sheet(source.page)).length).toBe(1)
    const [{ name, type, bytes } = { name: '', type: '', bytes: [] }] = await sheet(source.page)
    expect(name).toMatch(/^dossier-\d{4}-\d\d-\d\d\.dossier\.txt$/)
    expect(type).toBe('text/plain')
    const { page } = await visits.open('phone', provider.url)
    await receive(page, Buffer.from(bytes))
    expect(await stored(page, 'dossiers')).toHaveLength(1)
  })

  test('says nothing to who has closed the sheet, and another way to who was refused it', async () => {
    for (const [fault, told] of [
      ['AbortError', 0],
      ['NotAllowedError', 1],
    ] as const) {
      const { page } = await visits.open('phone', provider.url)
      await withSheet(page, fault)
      await begun(page)
      await handOver(page)
      await share(page).click()
      await eventually(async () => (await sheet(page)).length).toBe(1)
      const refused = page.getByText("Le partage n'a pas marché.")
      if (told) await expectSaid(page, "Le partage n'a pas marché.")
      expect(await refused.count()).toBe(told)
      await page.getByRole('link', { name: 'Enregistrer le fichier' }).waitFor()
    }
  })
})

test('one that can’t has the file to save as the thing to do', async () => {
  const { page } = await visits.open('phone', provider.url)
  await begun(page)
  await handOver(page)
  expect(await share(page).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Enregistrer le fichier' }).getAttribute('class')).toBe('button')
})

test('who comes from home is told what it is about, and to whom a dossier is never given', async () => {
  const { page } = await visits.open('phone', provider.url)
  await atHome(page)
  await tapTo(page, '/transfert')
  await expectArrived(page, 'Changer de téléphone')
  await page.getByText('Ne remettez jamais votre dossier ni son code').waitFor()
  await heading(page, 'Recevoir un dossier').waitFor()
  // Nothing to give away, and nothing that pretends so.
  expect(await page.getByRole('button', { name: 'Envoyer ce dossier' }).count()).toBe(0)
  await expectUsableInBoth(page, 'nothing was begun here')
})

test('a code that is too short, too simple or not the same twice is told, and nothing is handed over', async () => {
  const { page } = await visits.open('phone', provider.url)
  await toDocuments(page)
  await page.goto('/transfert')
  await page.getByText('Aminata TRAORÉ').waitFor()
  await expectUsableInBoth(page, 'something to hand over')
  for (const [code, again, told] of [
    ['abc', 'abc', 'Pas moins de 6 lettres, ou de 8 chiffres.'],
    ['123456', '123456', 'Ce code est trop facile à deviner.'],
    [handCode, 'mangue75', 'Les deux codes ne sont pas les mêmes.'],
  ] as const) {
    await chooseHandCode(page, code, again)
    await page.getByText(told).waitFor()
  }
  await expectUsableInBoth(page, 'a code to choose')
  expect(JSON.stringify(await stored(page, 'dossiers'))).not.toContain('handed')
})

describe('a text of 200 % on a phone of 320 pixels', () => {
  const large = visitors(['--blink-settings=defaultFontSize=32'])

  test('hands over and receives, with nothing beside the screen', async () => {
    const viewport = { width: 320, height: 640 }
    const { page } = await large.open('phone', provider.url, { viewport })
    await begun(page)
    await handOver(page)
    await expectUsableInBoth(page, 'handed over, twice as large')
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Enregistrer le fichier' }).click()
    const path = await (await coming).path()
    const other = await large.open('phone', provider.url, { viewport })
    await other.page.goto('/transfert')
    await heading(other.page, 'Recevoir un dossier').waitFor()
    await expectUsableInBoth(other.page, 'the beginning, twice as large')
    await field(other.page, 'dossier').setInputFiles(path)
    await openWith(other.page)
    await other.page.getByText('Aminata TRAORÉ').waitFor()
    await expectUsableInBoth(other.page, 'what has come, twice as large')
    await keep(other.page)
    await expectUsableInBoth(other.page, 'kept, twice as large')
  })
})

test('who has only keys hands over and takes back', async () => {
  const { page } = await visits.open('phone', provider.url)
  await begun(page)
  await page.goto('/transfert')
  const press = async (name: string) => {
    const place = page.getByRole('button', { name, exact: true })
    await place.waitFor()
    for (let stops = 0; stops < 60 && !(await place.evaluate(one => one === document.activeElement)); stops++)
      await page.keyboard.press('Tab')
    await expectAt(place)
    await page.keyboard.press('Enter')
  }
  await press('Envoyer ce dossier')
  await expectArrived(page, 'Choisissez un code pour la remise')
  await tabTo(page, field(page, 'code-choisi'))
  await page.keyboard.type(handCode)
  await page.keyboard.press('Tab')
  await page.keyboard.type(handCode)
  await page.keyboard.press('Enter')
  await expectArrived(page, 'Dossier remis')
  await press('Reprendre ici')
  await expectAt(page.getByRole('heading', { name: 'Reprendre ce dossier ici ?' }))
  await press('Je confirme')
  await expectArrived(page, 'Changer de téléphone')
  await page.getByRole('button', { name: 'Envoyer ce dossier' }).waitFor()
})
