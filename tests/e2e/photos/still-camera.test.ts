import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cameraAllowed } from '../setup/browser.ts'
import { eventually, stored } from '../setup/device.ts'
import { dialog, documentState, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, near } from './album.ts'

/** A camera whose picture stands still: black before a touch has started it, or the one of some seconds ago. */

const allowed = visitors(cameraAllowed)
const provider = await oneProvider()

/** What a test holds of the camera in the page: what lies before it, and how often it was opened only to stand still. */
interface Scene {
  colour: string
  frozen: number
  tracks: MediaStreamTrack[]
  /** What the camera's own full picture shows. */
  full: string | undefined
}
type Staged = typeof globalThis & { scene: Scene }

/** Stands for the camera: whatever colour the scene has, in frames that come as long as it is not frozen. */
function stage(): void {
  const scene: Scene = { colour: '#000', frozen: 0, tracks: [], full: undefined }
  const paint = (sheet: HTMLCanvasElement, colour: string) => {
    const pen = sheet.getContext('2d')
    if (!pen) return
    pen.fillStyle = colour
    pen.fillRect(0, 0, sheet.width, sheet.height)
  }
  const blank = () => Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  navigator.mediaDevices.getUserMedia = async () => {
    const sheet = blank()
    const stream = sheet.captureStream()
    const place = scene.tracks.push(...stream.getTracks())
    const draw = () => place > scene.frozen && paint(sheet, scene.colour)
    draw()
    setInterval(draw, 40)
    return stream
  }
  class FullPicture {
    takePhoto(): Promise<Blob> {
      if (scene.full === undefined) return Promise.reject(new DOMException('none', 'UnknownError'))
      const sheet = blank()
      paint(sheet, scene.full)
      return new Promise(resolve => sheet.toBlob(blob => blob && resolve(blob), 'image/jpeg'))
    }
  }
  Object.assign(globalThis, { scene, ImageCapture: FullPicture })
}

async function atDocuments() {
  const visit = await allowed.open('phone', provider.url)
  await visit.context.addInitScript(stage)
  await toDocuments(visit.page)
  return visit
}

const shutter = (page: Page) => dialog(page).getByRole('button', { name: 'Prendre la photo' })
const words = (page: Page) => dialog(page).getByRole('alert')
const start = (page: Page) => dialog(page).getByRole('button', { name: 'Relancer la caméra' }).click()
const openCamera = (page: Page) => pressInRow(page, 'attest', 'Photographier sans quitter le portail')

const works = (page: Page) => eventually(() => shutter(page).isEnabled()).toBe(true)
const standsStill = async (page: Page) => {
  await words(page).getByText('La caméra ne répond pas.').waitFor()
  expect(await shutter(page).isDisabled()).toBe(true)
}
const change = (page: Page, part: Partial<Scene>) =>
  page.evaluate(changed => Object.assign((globalThis as Staged).scene, changed), part).then(() => undefined)
const lastTrack = (page: Page, event: 'mute' | 'unmute' | 'ended') =>
  page.evaluate(type => {
    const track = (globalThis as Staged).scene.tracks.at(-1)
    if (!track) throw new Error('The camera was never opened.')
    if (type === 'ended') track.stop()
    else Object.defineProperty(track, 'muted', { value: type === 'mute', configurable: true })
    track.dispatchEvent(new Event(type))
  }, event)

/** The photo that arrives has this colour. */
async function gives(rgb: readonly [number, number, number]) {
  const { at, width, height } = await arrived(provider, 'attest')
  expect(near(at(width / 2, height / 2), rgb)).toBe(true)
}
async function takes(page: Page, rgb: readonly [number, number, number]) {
  await shutter(page).click()
  await documentState(page, 'attest', 'sent')
  await gives(rgb)
}
const green = [0, 128, 0] as const

describe('a camera in the page', () => {
  test('that a phone starts by a touch alone says so, and is started by it', async () => {
    const { page } = await atDocuments()
    await page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype
      let touched = false
      addEventListener('click', () => setTimeout(() => (touched = false)), true)
      addEventListener('click', () => (touched = true), true)
      HTMLMediaElement.prototype.play = function () {
        return touched ? play.call(this) : Promise.reject(new DOMException('no touch', 'NotAllowedError'))
      }
    })
    await openCamera(page)
    await standsStill(page)
    await change(page, { colour: 'green' })
    await start(page)
    await works(page)
    expect(await words(page).count()).toBe(0)
    await takes(page, green)
  })

  test('whose picture freezes says so, and is opened anew', async () => {
    const { page } = await atDocuments()
    await openCamera(page)
    await works(page)
    await change(page, { frozen: 1, colour: 'green' })
    await standsStill(page)
    await start(page)
    await works(page)
    expect(await page.evaluate(() => (globalThis as Staged).scene.tracks.map(({ readyState }) => readyState))).toEqual([
      'ended',
      'live',
    ])
    await takes(page, green)
  })

  test('gives no photo of before the shutter was pressed, be it its own full one', async () => {
    const { page } = await atDocuments()
    for (const full of [undefined, 'black']) {
      await change(page, { full })
      await openCamera(page)
      await works(page)
      // In one task: what the screen shows is a moment old when the button is pressed.
      await page.evaluate(() => {
        const { scene } = globalThis as Staged
        scene.frozen = scene.tracks.length
        document.querySelector<HTMLElement>('dialog[open] .shutter')?.click()
      })
      await words(page).waitFor()
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
      await documentState(page, 'attest', 'empty')
    }
    expect(await stored(page, 'sourceFiles')).toEqual([])
  })

  test('that is muted, or taken by another application, says so', async () => {
    const { page } = await atDocuments()
    await openCamera(page)
    await works(page)
    await lastTrack(page, 'mute')
    await standsStill(page)
    await lastTrack(page, 'unmute')
    await works(page)
    expect(await words(page).count()).toBe(0)
    await lastTrack(page, 'ended')
    await standsStill(page)
    await start(page)
    await works(page)
  })

  test('is let go while the page is hidden, and opened anew when it is seen again', async () => {
    const { page } = await atDocuments()
    const see = (value: DocumentVisibilityState) =>
      page.evaluate(state => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, value)
    const tracks = () => page.evaluate(() => (globalThis as Staged).scene.tracks.map(({ readyState }) => readyState))
    await openCamera(page)
    await works(page)
    await see('hidden')
    await eventually(tracks).toEqual(['ended'])
    expect(await shutter(page).isDisabled()).toBe(true)
    await see('visible')
    await works(page)
    expect(await tracks()).toEqual(['ended', 'live'])
  })
})
