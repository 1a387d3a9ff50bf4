import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { colourAt, heldPhone } from '../../photos/pictures.ts'
import { pixelsOf, Studio } from './studio.ts'

/** Browsers that answer with other pixels than those of the picture, without an error: whichever way, in whichever thread. */

const [width, height] = [2000, 1500]
const photo = await heldPhone(6, width, height)

/** Puts something in the place of what a canvas is read by. `alter` takes pixels, `when` the canvas. */
const reading = (alter: string, when = 'true') => `
for (const Pen of [self.CanvasRenderingContext2D, self.OffscreenCanvasRenderingContext2D].filter(Boolean)) {
  const read = Pen.prototype.getImageData
  let count = 0
  Pen.prototype.getImageData = function (...place) {
    const pixels = read.apply(this, place)
    const { canvas } = this
    count += 1
    if (${when}) { ${alter} }
    return pixels
  }
}`
const noise = 'for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = Math.random() * 256'

const noisy = `
const noisy = ({ width, height }) => {
  const sheet = new OffscreenCanvas(width, height)
  const pixels = new ImageData(width, height)
  ${noise}
  sheet.getContext('2d').putImageData(pixels, 0, 0)
  return sheet
}`
const encoding = (when = 'true') => `${noisy}
{
  const encode = OffscreenCanvas.prototype.convertToBlob
  let count = 0
  OffscreenCanvas.prototype.convertToBlob = function (how) {
    const canvas = this
    count += 1
    return encode.call(${when} ? noisy(canvas) : canvas, how)
  }
}`
const decoding = (make: string) => `${noisy}
{
  const decode = self.createImageBitmap
  self.createImageBitmap = async (from, how) => {
    const size = await decode(from, how)
    return decode(${make})
  }
}`
const inWorker = (script: string) => `if (typeof document === 'undefined') {${script}}`
const inPage = (script: string) => `if (typeof document !== 'undefined') {${script}}`

let studio: Studio | undefined
afterEach(async () => {
  await studio?.close()
  studio = undefined
})

async function expectTrue(bytes: Buffer, wide: number): Promise<void> {
  const seen = await pixelsOf(await sharp(bytes).rotate().toBuffer())
  expect([seen.width, seen.height]).toEqual([wide, (wide * 3) / 4])
  for (const x of [0.25, 0.75])
    for (const y of [0.25, 0.75])
      for (const [channel, value] of colourAt(x, y, 1, 1).entries())
        expect(Math.abs((seen.at(x * seen.width, y * seen.height)[channel] ?? 999) - value)).toBeLessThan(12)
  expect(bytes.includes('GPS')).toBe(false)
}

describe.each([
  ['reads of a canvas is noise', reading(noise)],
  ['reads of a canvas is black', reading('pixels.data.fill(0)')],
  ['reads of a canvas is white', reading('pixels.data.fill(255)')],
  ['reads of a canvas is a little off', reading('for (const at of pixels.data.keys()) pixels.data[at] += 16')],
  ['reads of a canvas is an error', reading("throw new DOMException('no', 'SecurityError')")],
  ['reads of a large canvas is noise', reading(noise, 'canvas.width > 500')],
  ['reads of a canvas is noise from the sixth time on', reading(noise, 'count > 5')],
  ['encodes is noise', encoding()],
  ['encodes of a large canvas is noise', encoding('canvas.width > 500')],
  ['encodes is noise from the second time on', encoding('count > 1')],
  ['decodes is noise', decoding('noisy(size)')],
  ['decodes is empty', decoding('new ImageData(size.width, size.height)')],
])('where what a page or a worker %s', (_, lie) => {
  test('a photo is sent as it was taken, upright and without its metadata', async () => {
    studio = await Studio.open({ lacking: lie })
    const sent = await studio.photo(photo)
    expect(sent).toMatchObject({ engine: 'original', advice: [{ is: 'notChecked' }], corners: null, fingerprint: '' })
    await expectTrue(sent.bytes, width)
  })

  test('nothing is made of an edit, and the student is told', async () => {
    studio = await Studio.open({ lacking: lie })
    const edit = { turns: 1, corners: [0.1, 0.9].flatMap(y => [0.1, 0.9].map(x => ({ x: y < 0.5 ? x : 1 - x, y }))) }
    expect(await studio.prepare(photo, { document: 'attest', edit } as never)).toEqual({ ok: false, reason: 'altered' })
  })
})

test.each([
  ['worker', inWorker],
  ['page', inPage],
])('where only the %s alters what it draws, the other one prepares the photo', async (_, there) => {
  studio = await Studio.open({ lacking: there(reading(noise) + encoding()) })
  const sent = await studio.photo(photo)
  expect(sent.engine).toBe('platform')
  await expectTrue(sent.bytes, 1600)
})

test('where a private window alters what is read by one level, photos are prepared as ever', async () => {
  studio = await Studio.open({ lacking: reading('for (const at of pixels.data.keys()) pixels.data[at] ^= 1') })
  const sent = await studio.photo(photo)
  expect(sent.engine).toBe('platform')
  await expectTrue(sent.bytes, 1600)
})
