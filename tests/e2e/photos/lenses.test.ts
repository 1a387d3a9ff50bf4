import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../setup/device.ts'
import { dialog, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** A phone with four cameras; this browser calls none of them the front one. */

const visits = visitors(['--use-fake-device-for-media-stream=device-count=4', '--use-fake-ui-for-media-stream'])
const provider = await oneProvider()

async function atDocuments() {
  const visit = await visits.open('phone', provider.url)
  await toDocuments(visit.page)
  return visit
}

const shutter = (page: Page) => dialog(page).getByRole('button', { name: 'Prendre la photo' })
const other = (page: Page) => dialog(page).getByRole('button', { name: 'Autre caméra' })
const passedOver = (page: Page) => dialog(page).getByText("L'autre caméra ne répond pas.")
async function openCamera(page: Page): Promise<string> {
  await pressInRow(page, 'attest', 'Photographier sans quitter le portail')
  return lens(page)
}

/** The camera whose picture is on the screen. */
async function lens(page: Page, before = ''): Promise<string> {
  const look = () =>
    dialog(page)
      .locator('video')
      .evaluate((video: HTMLVideoElement) => {
        const stream = video.srcObject instanceof MediaStream ? video.srcObject : undefined
        return stream?.getVideoTracks()[0]?.getSettings().deviceId ?? ''
      })
  await eventually(async () => ['', before].includes(await look())).toBe(false)
  await eventually(() => shutter(page).isEnabled()).toBe(true)
  return look()
}

async function next(page: Page, before: string): Promise<string> {
  await other(page).click()
  return lens(page, before)
}

test('every camera is reached, and the one that was chosen last is the first one the next time', async () => {
  const { page } = await atDocuments()
  const seen = [await openCamera(page)]
  for (let press = 0; press < 4; press += 1) seen.push(await next(page, seen.at(-1) ?? ''))
  expect(new Set(seen).size).toBe(4)
  expect(seen[4]).toBe(seen[0])
  const chosen = await next(page, seen[4] ?? '')
  await page.keyboard.press('Escape')
  expect(await openCamera(page)).toBe(chosen)
  // This browser gives them other names at each load of a page, as others do in private windows.
  await page.reload()
  await openCamera(page)
  expect(await passedOver(page).count()).toBe(0)
})
