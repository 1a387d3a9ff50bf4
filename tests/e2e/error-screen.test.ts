import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { student } from './setup/answers.ts'
import { cursor, eventually } from './setup/device.ts'
import { failIn, screenFailed } from './setup/failing.ts'
import { documentRow, documentState, field, fill, phone, press, pressInRow, valuesOf } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { tapHome, tapTo } from './setup/ways.ts'
import { chooseSecret, secret, share } from './shared/tablet.ts'

/** An error of the portal's own costs no answer: the screen is drawn anew by itself, and told of if that does not help. */

const students = visitors()
const provider = await oneProvider()

async function at(path: string): Promise<Page> {
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(screenFailed)
  await page.goto(path)
  return page
}

const crashed = (page: Page) => page.getByRole('heading', { name: "Une erreur inattendue s'est produite" })

/** Types at the end of a field, whose screen fails from then on as often as it is drawn. */
async function failAt(page: Page, selector: string, name: string, keys: string): Promise<void> {
  await field(page, name).press('End')
  await failIn(page, selector)
  await page.keyboard.insertText(keys)
  await page.keyboard.press('Tab')
  await crashed(page).waitFor()
}

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const heal = (page: Page) => page.evaluate(() => Object.assign(failsIn, { times: 0 }))

async function atStatus(): Promise<Page> {
  const page = await at('/status')
  await field(page, 'annee').selectOption('2021')
  await page.locator('form > .or').waitFor()
  return page
}

describe('a screen that fails once', () => {
  test('is there again with year and number, and the next digit goes on', async () => {
    const page = await atStatus()
    await page.setViewportSize({ width: 360, height: 400 })
    await failIn(page, 'form', 1)
    await field(page, 'phone').focus()
    await page.keyboard.type('76')
    await field(page, 'matricule').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => failsIn.times)).toBe(0)
    expect(await cursor(page)).toEqual(['phone', 2, 2])
    await eventually(() => field(page, 'phone').evaluate(isInView)).toBe(true)
    await page.keyboard.type('543210')
    expect(await valuesOf(page, ['annee', 'phone'])).toEqual({ annee: '2021', phone })
    expect(await crashed(page).count()).toBe(0)
  })

  test('has not lost the letter that was on its way to the draft', async () => {
    const page = await at('/register')
    await fill(page, { anneeBac: student.anneeBac, numAttest: '2045' })
    await page.getByText('Tout est enregistré').waitFor()
    await failIn(page, '.where *', 1)
    await field(page, 'numAttest').press('End')
    await page.keyboard.type('1')
    await eventually(() => page.evaluate(() => failsIn.times)).toBe(0)
    await eventually(() => cursor(page)).toEqual(['numAttest', 5, 5])
    await page.keyboard.type('8')
    expect(await field(page, 'numAttest').inputValue()).toBe('204518')
    await page.getByText('Tout est enregistré').waitFor()
    await page.reload()
    await eventually(() => field(page, 'numAttest').inputValue()).toBe('204518')
  })

  test('gets the photo for which the picker was open', async () => {
    const page = await at('/preparer')
    const opened = page.waitForEvent('filechooser')
    await pressInRow(page, 'attest', 'Choisir une photo')
    const chooser = await opened
    await failIn(page, '[data-document="carteid"] *', 1)
    await field(page, 'carteid').setInputFiles(await smallPhoto('carteid'))
    await eventually(() => page.evaluate(() => failsIn.times)).toBe(0)
    await documentState(page, 'carteid', 'queued')
    await chooser.setFiles(await smallPhoto('attest'))
    await documentState(page, 'attest', 'queued')
    expect(await documentRow(page, 'attest').textContent()).toContain('Gardée ici')
  })
})

describe('a screen that fails again', () => {
  test('says so, and has year and number again once it is loaded anew', async () => {
    const page = await atStatus()
    await failAt(page, 'form', 'phone', phone)
    await page.getByRole('button', { name: 'Recharger' }).click()
    await eventually(() => valuesOf(page, ['annee', 'phone'])).toEqual({ annee: '2021', phone })
    await crashed(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => JSON.stringify([history.state, sessionStorage]))).not.toContain(phone)
  })

  test('on a shared device keeps nothing for who comes next', async () => {
    const page = await at('/home')
    await share(page)
    await page.goto('/status')
    await field(page, 'annee').selectOption('2021')
    await failAt(page, 'form', 'phone', '7')
    await heal(page)
    await tapHome(page)
    await tapTo(page, '/status')
    expect(await valuesOf(page, ['annee', 'phone'])).toEqual({ annee: '', phone: '' })
    await field(page, 'annee').selectOption('2021')
    await failAt(page, 'form', 'phone', '7')
    await page.getByRole('button', { name: 'Recharger' }).click()
    await eventually(() => field(page, 'annee').locator('option').count()).toBeGreaterThan(2)
    expect(await valuesOf(page, ['annee', 'phone'])).toEqual({ annee: '', phone: '' })
  })
})

test('a part that did not come costs nothing of what was typed before', async () => {
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(/did not come|net::ERR_|Failed to load|dynamically imported|#418|ServiceWorker|404/)
  provider.script('/sw.js', { status: 404 })
  const { hold, open } = gate()
  await page.route('**/assets/follow-up-*.js', async route => {
    await hold
    await route.abort()
  })
  await page.goto('/recepisse')
  await field(page, 'num_place').pressSequentially('1001')
  open()
  await page.getByRole('heading', { name: "Cette page n'est pas arrivée" }).waitFor()
  await page.unroute('**/assets/follow-up-*.js')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await eventually(() => field(page, 'num_place').inputValue()).toBe('1001')
})

test('the code of a dossier is typed again', async () => {
  const page = await at('/home')
  await share(page)
  await page.goto('/register')
  await press(page, 'Commencer un nouveau dossier')
  await chooseSecret(page, secret, '1')
  await failIn(page, 'form, form *', 1)
  await press(page, 'Protéger et commencer')
  await press(page, 'Commencer un nouveau dossier')
  expect(await page.evaluate(() => failsIn.times)).toBe(0)
  expect(await valuesOf(page, ['code-choisi', 'code-repete'])).toEqual({ 'code-choisi': '', 'code-repete': '' })
})
