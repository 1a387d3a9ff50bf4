import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { devtools, eventually, installed, queue, stored } from '../setup/device.ts'
import { documentRow, field, fillFirstStep, press, toDocuments } from '../setup/hands.ts'
import { expectUsableInBoth, handOver, keep, openWith } from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { expectAt, heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'

/** Where only answers have to travel, the other phone's own camera takes them from the screen. */

const network = badNetwork()
const phone = phones(networkFaults)

/** As a camera sees it: the very pixels of the screen. */
async function seeCode(page: Page) {
  const canvas = page.getByRole('img', { name: 'Code QR du dossier' })
  const { data, info } = await sharp(await canvas.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsqr(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })
}

const readCode = async (page: Page) => (await seeCode(page))?.data ?? ''

async function showCode(page: Page): Promise<string> {
  await handOver(page)
  await press(page, 'Montrer un code QR')
  const told = page.locator('.alert', { has: page.locator('canvas') })
  await expectAt(told)
  await expect.poll(() => readCode(page)).toMatch(/^http/)
  return readCode(page)
}

/** A phone on which the portal was opened once, and which has no network now. */
async function offlinePhone() {
  const visit = await phone(network.url).start()
  await visit.page.goto('/home')
  await installed(visit.page)
  await visit.context.setOffline(true)
  return visit
}

async function history(page: Page): Promise<string[]> {
  const { entries } = await (await devtools(page)).send('Page.getNavigationHistory')
  return entries.map(({ url }) => url)
}

/** The second time before the first has been answered. @returns whether it was closed between them, in ARIA's words */
function pressTwice(page: Page, name: string): Promise<string | null> {
  return page.getByRole('button', { name }).evaluate(async (button: HTMLButtonElement) => {
    const sign = crypto.subtle.sign.bind(crypto.subtle)
    let goOn = () => {}
    const answered = new Promise<void>(done => {
      goOn = done
    })
    Object.assign(globalThis, { signed: 0 })
    crypto.subtle.sign = async (...asked: Parameters<typeof sign>) => {
      Object.assign(globalThis, { signed: Reflect.get(globalThis, 'signed') + 1 })
      await answered
      return sign(...asked)
    }
    button.click()
    await new Promise(done => setTimeout(done))
    const closed = button.getAttribute('aria-disabled')
    button.click()
    goOn()
    return closed
  })
}

describe('answers alone', () => {
  test('go by a code on the screen into a phone without a network, and stand in no address and at no server', async () => {
    const source = await phone(network.url).start()
    await toDocuments(source.page)
    const address = await showCode(source.page)
    await expectUsableInBoth(source.page, 'a code is shown')
    const [place, sealed = ''] = address.split('#')
    expect(place).toBe(`${network.url}/transfert`)
    expect(sealed.length).toBeLessThanOrEqual(700)

    const { page } = await offlinePhone()
    await page.goto(address)
    await heading(page, 'Recevoir un dossier').waitFor()
    expect(page.url()).toBe(`${network.url}/transfert`)
    expect(await history(page)).not.toContainEqual(expect.stringContaining('#'))
    await openWith(page)
    await page.getByText('Aminata TRAORÉ').waitFor()
    const proof = await keep(page)
    await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
    await documentRow(page, 'attest').waitFor()
    expect(page.url()).toBe(`${network.url}/register`)
    expect((await queue(page)).map(({ slot, state }) => `${slot} ${state}`).sort()).toEqual([
      'code accepted',
      'save accepted',
    ])
    const asked = network.provider.journal.map(({ path, headers }) => path + JSON.stringify(headers))
    expect(asked.filter(line => line.includes(sealed.slice(0, 40)))).toEqual([])

    await field(source.page, 'code-arrivee').fill(proof)
    expect(await pressTwice(source.page, 'Effacer de cet appareil')).toBe('true')
    await source.page.getByText('Le dossier est effacé de cet appareil.').waitFor()
    expect(await source.page.evaluate(() => Reflect.get(globalThis, 'signed'))).toBe(1)
    expect(await stored(source.page, 'dossiers')).toEqual([])
  })

  test('of a first step that was not sent yet go as well, to a page of the portal that is open already', async () => {
    const source = await phone(network.url).start()
    await source.page.goto('/register')
    await fillFirstStep(source.page)
    await eventually(async () => JSON.stringify(await stored(source.page, 'dossiers'))).toContain('attestation')
    const address = await showCode(source.page)
    const { page } = await phone(network.url).start()
    await page.goto('/transfert')
    await heading(page, 'Recevoir un dossier').waitFor()
    await page.evaluate(there => location.assign(there), address)
    await openWith(page)
    await keep(page)
    expect(page.url()).toBe(`${network.url}/transfert`)
    expect(await history(page)).not.toContainEqual(expect.stringContaining('#'))
    await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
    await expect.poll(() => field(page, 'numAttest').inputValue()).toBe('204518')
  })

  test('with another number than the same dossier has here are taken after a warning, or not at all', async () => {
    const source = await phone(network.url).start()
    await toDocuments(source.page)
    const address = await showCode(source.page)
    const { page } = await phone(network.url).start()
    await page.goto('/register')
    await fillFirstStep(page)
    await field(page, 'phone').fill('66000000')
    const kept = async () => JSON.stringify(await stored(page, 'dossiers'))
    await eventually(kept).toContain('66000000')
    const before = await kept()
    await page.goto(address)
    await openWith(page)
    await page.getByText('76 54 32 10', { exact: true }).waitFor()
    await page.getByRole('status').getByText('Ici, ce dossier a un autre numéro : 66 00 00 00.').waitFor()
    await expectUsableInBoth(page, 'another number than here')
    await press(page, 'Annuler')
    await heading(page, 'Changer de téléphone').waitFor()
    expect(await kept()).toBe(before)
  })

  test.each([
    ['by night', { colorScheme: 'dark' }],
    ['when colours are forced', { forcedColors: 'active' }],
  ] as const)('are read from the screen %s', async (_, look) => {
    const { page } = await phone(network.url).start()
    await toDocuments(page)
    await page.emulateMedia(look)
    expect(await showCode(page)).toContain('/transfert#')
  })

  test('are read on a screen of 320 pixels, and nothing is wider than it', async () => {
    const { page } = await phone(network.url).start()
    await page.setViewportSize({ width: 320, height: 640 })
    await toDocuments(page)
    const address = await showCode(page)
    expect(address).toContain('/transfert#')
    const box = await page.locator('canvas').boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true)
    // Each module has its pixels: none is narrower than four of the canvas.
    const side = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)
    const modules = 17 + 4 * ((await seeCode(page))?.version ?? 40) + 2 * 4
    expect(side / modules).toBeGreaterThanOrEqual(4)
  })

  test('in an address that was cut say so, and take nothing', async () => {
    const source = await phone(network.url).start()
    await toDocuments(source.page)
    const address = await showCode(source.page)
    const { page } = await phone(network.url).start()
    await page.goto(address.slice(0, -40))
    await page.getByRole('alert').getByText("Ce dossier n'est pas arrivé en entier.").waitFor()
    await expectUsableInBoth(page, 'an address that was cut')
    await press(page, 'Choisir un autre fichier')
    await heading(page, 'Changer de téléphone').waitFor()
    expect(await stored(page, 'dossiers')).toEqual([])
  })
})
