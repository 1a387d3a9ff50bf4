import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { stored } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { expectUsableInBoth, exportDossier, handCode, keep, openWith } from '../setup/moving.ts'
import { fileOf, plant } from '../setup/moving-package.ts'
import { oneProvider } from '../setup/network.ts'
import { expectArrived, expectAt, heading, tabTo } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'
import { atHome, tapTo } from '../setup/ways.ts'

/** The ways by which a dossier leaves and comes, whatever the browser has of them. */

const visits = visitors()
const provider = await oneProvider()

const share = (page: Page) => page.getByRole('button', { name: 'Partager le fichier' })
const save = (page: Page) => page.getByRole('link', { name: 'Enregistrer le fichier' })

describe('a text of 200 % on a phone of 320 pixels', () => {
  const large = visitors(['--blink-settings=defaultFontSize=32'])

  test('receives and hands over, with nothing beside the screen', async () => {
    const { page } = await large.at(provider.url, '/transfert', { viewport: { width: 320, height: 640 } })
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
