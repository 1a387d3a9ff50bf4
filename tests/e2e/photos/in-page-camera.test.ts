import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { bringOwnCamera, cameraAllowed } from '../setup/browser.ts'
import { eventually } from '../setup/device.ts'
import { dialog, documentRow, documentState, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived } from './album.ts'

/** Where the file input gives no camera (a computer, this browser), the page has one of its own. */

const allowed = visitors(cameraAllowed)
const provider = await oneProvider()

const here = 'Photographier sans quitter le portail'
const shutter = (page: Page) => dialog(page).getByRole('button', { name: 'Prendre la photo' })

/** Writes down every camera track that the page gets, to ask later whether it was let go. */
async function atDocuments() {
  const visit = await allowed.open('phone', provider.url)
  await visit.context.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(globalThis, { tracks })
    mediaDevices.getUserMedia = async wanted => {
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await toDocuments(visit.page)
  return visit
}

const live = (page: Page) =>
  page.evaluate(
    () =>
      (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.filter(track => track.readyState === 'live')
        .length,
  )

describe('the camera in the page', () => {
  test('takes a photo that goes the way of every other, and is let go', async () => {
    const { page } = await atDocuments()
    await pressInRow(page, 'carteid', here)
    const frame = await dialog(page).locator('[data-shape="card"]').boundingBox()
    expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(85.6 / 54, 1)
    await eventually(() => live(page)).toBe(1)
    await eventually(() => shutter(page).isEnabled()).toBe(true)
    await shutter(page).click()
    await documentState(page, 'carteid', 'sent')
    const { width, height } = await arrived(provider, 'carteid')
    expect(Math.min(width, height)).toBeGreaterThan(200)
    await eventually(() => live(page)).toBe(0)
    expect(await dialog(page).count()).toBe(0)
  })

  test('takes what the screen shows where the full picture never comes', async () => {
    const { page } = await atDocuments()
    await page.evaluate(() => Object.assign(globalThis, { ImageCapture: undefined }))
    await pressInRow(page, 'attest', here)
    await eventually(() => shutter(page).isEnabled()).toBe(true)
    await shutter(page).click()
    await documentState(page, 'attest', 'sent')
  })

  test('is let go when it is left, by its button or by the Escape key', async () => {
    const { page } = await atDocuments()
    const leaveBy = [
      () => dialog(page).getByRole('button', { name: 'Annuler' }).click(),
      () => page.keyboard.press('Escape'),
    ]
    for (const leave of leaveBy) {
      await pressInRow(page, 'photobuste', here)
      await eventually(() => live(page)).toBe(1)
      // The dialog opens after the next paint: before it, Escape has nothing to close.
      await dialog(page).waitFor()
      await leave()
      await dialog(page).waitFor({ state: 'detached' })
      await eventually(() => live(page)).toBe(0)
    }
    await documentState(page, 'photobuste', 'empty')
  })

  test('that is not allowed says how to allow it', async () => {
    const { page } = await atDocuments()
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await pressInRow(page, 'attest', here)
    await dialog(page).getByRole('alert').getByText('Autorisez la caméra').waitFor()
    expect(await shutter(page).isDisabled()).toBe(true)
  })
})

test('a browser that opens no picker for our file names leaves two other ways, once that has shown twice', async () => {
  const { page, context } = await allowed.open('phone', provider.url)
  await bringOwnCamera(context)
  await context.addInitScript(() => {
    const { click } = HTMLInputElement.prototype
    HTMLInputElement.prototype.click = function () {
      if (this.accept.startsWith('.')) this.dispatchEvent(new Event('cancel'))
      else click.call(this)
    }
  })
  await toDocuments(page)
  const row = documentRow(page, 'attest')
  const why = row.getByText('Toujours pas de photo ?')
  await pressInRow(page, 'attest', 'Prendre une photo')
  await row.getByRole('button', { name: 'Choisir une photo' }).click()
  await why.waitFor()
  const inputs = row.locator('input[type="file"]')
  expect(await inputs.count()).toBe(2)
  expect(await row.locator('input[type="file"][name="attest"][accept=".jpg,.jpeg,.png"]').count()).toBe(1)

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    row.getByRole('button', { name: 'Choisir parmi toutes les images' }).click(),
  ])
  expect(await chooser.element().getAttribute('name')).toBeNull()
  await chooser.setFiles(await smallPhoto('attest'))
  await documentState(page, 'attest', 'sent')

  await pressInRow(page, 'carteid', 'Photographier sans quitter le portail')
  await dialog(page).getByRole('button', { name: 'Prendre la photo' }).click()
  await documentState(page, 'carteid', 'sent')
})
