import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cameraAllowed } from '../setup/browser.ts'
import { eventually } from '../setup/device.ts'
import { dialog, documentState, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** What the page's own camera says before the picture is taken. */

const allowed = visitors(cameraAllowed)
const provider = await oneProvider()

/** A page on a table: its place, its size, how light it is. */
type Staged = typeof globalThis & { scene: { x: number; y: number; scale: number; light: number } }

function stage(): void {
  const scene = { x: 190, y: 30, scale: 1, light: 1 }
  Object.assign(globalThis, { scene, ImageCapture: undefined })
  navigator.mediaDevices.getUserMedia = async () => {
    const sheet = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const pen = sheet.getContext('2d')
    setInterval(() => {
      if (!pen) return
      pen.setTransform(1, 0, 0, 1, 0, 0)
      pen.filter = `brightness(${scene.light})`
      pen.fillStyle = '#5a3a20'
      pen.fillRect(0, 0, 640, 480)
      pen.setTransform(scene.scale, 0, 0, scene.scale, scene.x, scene.y)
      pen.fillStyle = '#eee8dc'
      pen.fillRect(0, 0, 270, 400)
      pen.fillStyle = '#222'
      for (let row = 0; row < 14; row += 1) pen.fillRect(50, 40 + row * 24, 170, 7)
    }, 40)
    return sheet.captureStream()
  }
}

const told = (page: Page) => eventually(() => dialog(page).getByRole('status').textContent())
const change = (page: Page, part: Partial<Staged['scene']>) =>
  page.evaluate(changed => void Object.assign((globalThis as Staged).scene, changed), part)

test('the camera says what to mend while it is aimed, shows the sheet, and takes it', async () => {
  const { page, context } = await allowed.open('phone', provider.url)
  await context.addInitScript(stage)
  await toDocuments(page)
  await pressInRow(page, 'attest', 'Photographier sans quitter le portail')
  await told(page).toBe('Bien cadré : prenez la photo.')
  expect(await dialog(page).locator('svg polygon').count()).toBe(1)
  await change(page, { light: 0.2 })
  await told(page).toBe('Il fait trop sombre : cherchez la lumière.')
  await change(page, { light: 1, scale: 0.65 })
  await told(page).toBe('Le document est trop loin : approchez le téléphone.')
  await change(page, { scale: 1, y: 150 })
  await told(page).toBe("Le document sort de l'image : reculez un peu.")
  await change(page, { y: 30 })
  await told(page).toBe('Bien cadré : prenez la photo.')
  await dialog(page).getByRole('button', { name: 'Prendre la photo' }).click()
  await documentState(page, 'attest', 'sent')
})

test('a canvas that gives noise has nothing said of it', async () => {
  const { page, context } = await allowed.open('phone', provider.url)
  await context.addInitScript(stage)
  await context.addInitScript(() => {
    const { getImageData } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
      const pixels = getImageData.apply(this, place)
      crypto.getRandomValues(pixels.data.subarray(0, 65_536))
      return pixels
    }
  })
  await toDocuments(page)
  const workers: string[] = []
  page.on('worker', worker => workers.push(worker.url()))
  await pressInRow(page, 'attest', 'Photographier sans quitter le portail')
  await eventually(() => dialog(page).getByRole('button', { name: 'Prendre la photo' }).isEnabled()).toBe(true)
  expect(await dialog(page).getByRole('status').textContent()).toContain('Cadrez la feuille entière')
  expect(workers).toEqual([])
})

test('where no worker starts, the camera says nothing of the sheet and takes it all the same', async () => {
  const { page, context } = await allowed.open('phone', provider.url)
  await context.addInitScript(stage)
  await context.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new DOMException('no worker', 'SecurityError')
      }
    } as unknown as typeof Worker
  })
  await toDocuments(page)
  await pressInRow(page, 'attest', 'Photographier sans quitter le portail')
  await dialog(page).getByRole('button', { name: 'Prendre la photo' }).click()
  await documentState(page, 'attest', 'sent')
})
