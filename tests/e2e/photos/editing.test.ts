import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { heldPhone, quadrants } from '../../photos/pictures.ts'
import { devtools, eventually } from '../setup/device.ts'
import { dialog, documentState, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, askew, near, pickPhoto, rowButton } from './album.ts'

/** What the student turns, crops and straightens is what the provider stores. */

const students = visitors()
const provider = await oneProvider()

const [topLeft, topRight, bottomLeft, bottomRight] = quadrants
const corner = (page: Page, name: string) => dialog(page).getByRole('button', { name: `Coin ${name}`, exact: true })
const tool = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const use = (page: Page) => tool(page, 'Utiliser cette photo').click()

/** Four colours, held upright, already at the provider once. */
async function editing(bytes?: Buffer) {
  const visit = await students.open('phone', provider.url)
  await toDocuments(visit.page)
  await pickPhoto(visit.page, 'attest', bytes ?? (await heldPhone(6)))
  await arrived(provider, 'attest')
  await documentState(visit.page, 'attest', 'sent')
  await open(visit.page)
  return visit
}

async function open(page: Page) {
  await pressInRow(page, 'attest', 'Recadrer / tourner')
  await eventually(() => imageBox(page).then(({ width }) => width > 100)).toBe(true)
}

async function imageBox(page: Page) {
  const box = await dialog(page).locator('.stage img').boundingBox()
  if (!box) throw new Error('The editor shows no picture')
  return box
}

async function middleOf(page: Page, name: string) {
  const box = await corner(page, name).boundingBox()
  if (!box) throw new Error(`No corner ${name}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function isInside(page: Page, name: string) {
  const { x, y } = await middleOf(page, name)
  const stage = await dialog(page).locator('.stage').boundingBox()
  return stage !== null && x > stage.x && y > stage.y && x < stage.x + stage.width && y < stage.y + stage.height
}

/** The lower right quarter, reached in steps that never cross the shape; fractions of the picture. */
const toLastQuarter = [
  ['en haut à droite', 0, 0.5],
  ['en bas à gauche', 0.5, 0],
  ['en haut à gauche', 0.5, 0.5],
] as const

async function expectLastQuarter() {
  const { width, height, at } = await arrived(provider, 'attest', 2)
  expect(Math.abs(width - 320)).toBeLessThan(12)
  expect(Math.abs(height - 240)).toBeLessThan(12)
  for (const [x, y] of [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.5, 0.5],
    [0.9, 0.9],
  ] as const)
    expect(near(at(Math.round(width * x), Math.round(height * y)), bottomRight), `${x} ${y}`).toBe(true)
}

describe('a photo is cropped', () => {
  test('by a finger', async () => {
    const { page } = await editing()
    const { width, height } = await imageBox(page)
    const session = await devtools(page)
    for (const [name, x, y] of toLastQuarter) {
      const from = await middleOf(page, name)
      const touch = (type: 'touchStart' | 'touchMove', share: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: [{ x: from.x + x * width * share, y: from.y + y * height * share }],
        })
      await touch('touchStart', 0)
      for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share)
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await use(page)
    await expectLastQuarter()
  })

  test('by a finger that is faster than the phone', async () => {
    const { page } = await editing()
    const { width, height } = await imageBox(page)
    const from = await middleOf(page, 'en haut à gauche')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const way = { ...from, x2: from.x + width * 0.3, y2: from.y + height * 0.3 }
    // All before React has drawn the first of them.
    await dialog(page)
      .locator('.stage')
      .evaluate((stage, { x, y, x2, y2 }) => {
        for (const share of [0.25, 0.5, 0.75, 1]) {
          const at = { clientX: x + (x2 - x) * share, clientY: y + (y2 - y) * share }
          stage.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, bubbles: true, ...at }))
        }
      }, way)
    await page.mouse.up()
    await eventually(() => middleOf(page, 'en haut à gauche').then(({ x }) => Math.abs(x - way.x2))).toBeLessThan(3)
  })

  test('by the keyboard alone, each corner saying where it is', async () => {
    const { page } = await editing()
    for (const [name, x, y] of toLastQuarter) {
      await corner(page, name).focus()
      for (let press = 0; press < 10; press += 1) {
        if (x > 0) await page.keyboard.press('Shift+ArrowRight')
        if (y > 0) await page.keyboard.press('Shift+ArrowDown')
      }
    }
    await dialog(page).getByText('Coin en haut à gauche : 50 % depuis la gauche, 50 % depuis le haut').waitFor({
      state: 'attached',
    })
    await tool(page, 'Utiliser cette photo').focus()
    await page.keyboard.press('Enter')
    await expectLastQuarter()
  })
})

describe('a photo is turned', () => {
  test('by quarter turns, and opens as it was left', async () => {
    const { page } = await editing()
    await tool(page, "Tourner d'un quart de tour à droite").click()
    await use(page)
    const right = await arrived(provider, 'attest', 2)
    expect([right.width, right.height]).toEqual([480, 640])
    expect(near(right.at(100, 100), bottomLeft)).toBe(true)
    expect(near(right.at(380, 100), topLeft)).toBe(true)
    await documentState(page, 'attest', 'sent')

    await open(page)
    for (let press = 0; press < 2; press += 1) await tool(page, "Tourner d'un quart de tour à gauche").click()
    await use(page)
    const left = await arrived(provider, 'attest', 3)
    expect([left.width, left.height]).toEqual([480, 640])
    expect(near(left.at(100, 100), topRight)).toBe(true)
  })
})

describe('a sheet that lies askew', () => {
  test('is straightened by one tap where it was found', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    await pickPhoto(page, 'attest', await askew())
    await rowButton(page, 'attest', 'Recadrer sur la feuille').click()
    const { width, height, at } = await arrived(provider, 'attest', 2)
    expect(near(at(Math.round(width * 0.05), Math.round(height * 0.05)), [32, 64, 128])).toBe(true)
    for (const [x, y] of [
      [0.98, 0.02],
      [0.98, 0.98],
      [0.02, 0.98],
    ] as const)
      expect(near(at(Math.round((width - 1) * x), Math.round((height - 1) * y)), [238, 232, 220])).toBe(true)
    await documentState(page, 'attest', 'sent')
    expect(await rowButton(page, 'attest', 'Recadrer sur la feuille').count()).toBe(0)
  })
})

describe('the picture in the editor', () => {
  test('comes nearer by buttons, keys, wheel and two fingers, and moves', async () => {
    const { page } = await editing()
    const { width, x, y, height } = await imageBox(page)
    const wide = () => imageBox(page).then(box => Math.round((box.width / width) * 100))
    await tool(page, 'Agrandir').click()
    await eventually(wide).toBe(150)
    await page.keyboard.press('+')
    await eventually(wide).toBe(225)
    await page.keyboard.press('0')
    await eventually(wide).toBe(100)
    await page.mouse.move(x + width / 4, y + height / 4)
    await page.mouse.wheel(0, -400)
    await eventually(wide).toBeGreaterThan(120)
    const before = await imageBox(page)
    await page.keyboard.press('ArrowRight')
    await eventually(() => imageBox(page).then(box => Math.round(before.x - box.x))).toBe(40)
    for (const name of ['en haut à gauche', 'en bas à droite']) {
      await corner(page, name).focus()
      await eventually(() => isInside(page, name)).toBe(true)
    }
    await page.keyboard.press('0')
    await eventually(wide).toBe(100)

    const session = await devtools(page)
    const fingers = (type: 'touchStart' | 'touchMove', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [
          { x: x + width / 2 - apart, y: y + height / 2, id: 1 },
          { x: x + width / 2 + apart, y: y + height / 2, id: 2 },
        ],
      })
    await fingers('touchStart', 30)
    for (const apart of [40, 50, 60]) await fingers('touchMove', apart)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await eventually(wide).toBeGreaterThan(180)
  })
})
