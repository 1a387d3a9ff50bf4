import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { devtools, installed, queue, stored } from '../setup/device.ts'
import { documentRow, press } from '../setup/hands.ts'
import { confirmArrival, expectUsableInBoth, exportDossier, keep, openWith } from '../setup/moving.ts'
import { plant } from '../setup/moving-package.ts'
import { networkFaults, oneProvider } from '../setup/network.ts'
import { expectAt, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'

/** Where only answers have to travel, the other phone's own camera takes them from the screen. */

const visits = visitors()
const provider = await oneProvider()

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
  await exportDossier(page)
  await press(page, 'Montrer un code QR')
  const told = page.locator('.alert', { has: page.locator('canvas') })
  await expectAt(told)
  await expect.poll(() => readCode(page)).toMatch(/^http/)
  return readCode(page)
}

/** None of its modules is narrower than four pixels of the canvas, and none lies beside the screen. */
async function expectWhole(page: Page, width: number): Promise<void> {
  const box = await page.locator('canvas').boundingBox()
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= width).toBe(true)
  const side = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)
  const modules = 17 + 4 * ((await seeCode(page))?.version ?? 40) + 2 * 4
  expect(side / modules).toBeGreaterThanOrEqual(4)
}

/** A phone on which the portal was opened once, and which has no network now. */
async function offlinePhone() {
  const visit = await visits.open('phone', provider.url)
  visit.witness.allow(networkFaults)
  await visit.page.goto('/home')
  await installed(visit.page)
  await visit.context.setOffline(true)
  return visit
}

async function history(page: Page): Promise<string[]> {
  const { entries } = await (await devtools(page)).send('Page.getNavigationHistory')
  return entries.map(({ url }) => url)
}

describe('answers alone', () => {
  test('go by a code that is read by night, in forced colours and on a small screen into a phone without a network, and stand in no address and at no server', async () => {
    const source = await visits.open('phone', provider.url, { viewport: { width: 320, height: 640 } })
    await source.page.goto('/transfert')
    await plant(source.page)
    await source.page.emulateMedia({ colorScheme: 'dark' })
    const address = await showCode(source.page)
    await expectWhole(source.page, 320)
    await source.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    expect(await readCode(source.page)).toBe(address)
    await source.page.emulateMedia({ forcedColors: 'none' })
    await expectUsableInBoth(source.page, 'a code is shown')
    const [place, encrypted = ''] = address.split('#')
    expect(place).toBe(`${provider.url}/transfert`)
    expect(encrypted.length).toBeLessThanOrEqual(700)

    const { page } = await offlinePhone()
    await page.goto(address)
    await heading(page, 'Recevoir un dossier').waitFor()
    expect(page.url()).toBe(`${provider.url}/transfert`)
    expect(await history(page)).not.toContainEqual(expect.stringContaining('#'))
    await openWith(page)
    await page.getByText('Aminata TRAORÉ').waitFor()
    const confirmationCode = await keep(page)
    await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
    await documentRow(page, 'attest').waitFor()
    expect(page.url()).toBe(`${provider.url}/register`)
    expect((await queue(page)).map(({ requestKey, state }) => `${requestKey} ${state}`).sort()).toEqual([
      'code accepted',
      'save accepted',
    ])
    const asked = provider.journal.map(({ path, headers }) => path + JSON.stringify(headers))
    expect(asked.filter(line => line.includes(encrypted.slice(0, 40)))).toEqual([])

    await confirmArrival(source.page, confirmationCode)
    await source.page.getByText('Le dossier est effacé de cet appareil.').waitFor()
    expect(await stored(source.page, 'dossiers')).toEqual([])
  })
})
