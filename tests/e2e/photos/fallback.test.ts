import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { colourAt, heldPhone, page, withJpegSize } from '../../photos/pictures.ts'
import { pixelsOf, Studio } from './studio.ts'

let studio: Studio
beforeAll(async () => {
  studio = await Studio.open({ workers: "'none'" })
})
afterAll(() => studio.close())

test('where no worker may start, the page prepares the photo itself, upright and small', async () => {
  const photo = await studio.photo(await heldPhone(6, 2000, 1500))
  const { width, height, at } = await pixelsOf(photo.bytes)
  expect([width, height]).toEqual([1600, 1200])
  const [red] = colourAt(0, 0, 2, 2)
  expect(Math.abs((at(100, 100)[0] ?? 0) - red)).toBeLessThan(12)
  expect(photo.bytes.includes('GPS')).toBe(false)
})

describe.each([
  ['no canvas (Safari before 16.4)', 'delete self.OffscreenCanvas'],
  ['no canvas in its worker alone', "typeof document === 'undefined' && delete self.OffscreenCanvas"],
  ['no decoder but the elements', 'self.createImageBitmap = self.ImageDecoder = undefined'],
  [
    'a decoder that cannot be asked for an upright picture (Chrome before 112)',
    `const decode = createImageBitmap; delete self.ImageDecoder
    self.createImageBitmap = async (picture, options) => {
      if (options?.imageOrientation === 'from-image') throw new TypeError('not a valid enum value')
      return decode(picture, options)
    }`,
  ],
])('where a browser has %s', (_, lacking) => {
  let old: Studio
  beforeAll(async () => {
    old = await Studio.open({ lacking: `${lacking};\n` })
  })
  afterAll(() => old.close())

  test.each([3, 6, 8])('a photo that is held as %i says is sent upright and small all the same', async held => {
    const photo = await old.photo(await heldPhone(held, 2000, 1500))
    expect(photo.engine).toBe('platform')
    const { width, height, at } = await pixelsOf(photo.bytes)
    expect([width, height]).toEqual([1600, 1200])
    const [red] = colourAt(0, 0, 2, 2)
    expect(Math.abs((at(100, 100)[0] ?? 0) - red)).toBeLessThan(12)
    expect(photo.bytes.includes('GPS')).toBe(false)
  })
})

test('where workers are no modules (Firefox before 114), a photo is prepared in one all the same', async () => {
  const old = await Studio.open({
    lacking: 'if (self.Worker) self.Worker = class extends Worker { constructor(address) { super(address) } };\n',
  })
  const { engine } = await old.photo(await heldPhone(6, 2000, 1500))
  expect([engine, await old.page.evaluate(() => 'prepareOnPage' in globalThis)]).toEqual(['platform', false])
  expect(old.complaints).toEqual([])
  await old.close()
})

test('where nothing at all can draw, a photo goes out as it was taken and still says how it was held', async () => {
  const bare = await Studio.open({
    lacking: 'delete self.OffscreenCanvas; delete self.HTMLCanvasElement?.prototype.getContext;\n',
  })
  const photo = await bare.photo(await heldPhone(6, 640, 480))
  expect(photo.engine).toBe('original')
  expect((await sharp(photo.bytes).metadata()).orientation).toBe(6)
  expect(photo.bytes.includes('GPS')).toBe(false)
  await bare.close()
})

test('a photo that this browser could decode if it were whole is refused', async () => {
  // Its header says twelve bits a sample, its pixels have eight.
  const odd = withJpegSize(await page(400, 300).jpeg().toBuffer(), 400, 300)
  const frame = odd.findIndex((byte, at) => byte === 0xff && odd[at + 1] === 0xc0)
  odd[frame + 4] = 12
  expect(await studio.prepare(odd)).toEqual({ ok: false, reason: 'truncated' })
})

describe('a good photo is sent as it is, without its metadata, and the student is told, by a browser', () => {
  let weak: Studio
  afterEach(() => weak.close())

  test.each([
    ['that decodes nothing', 0],
    ['that has no memory for a picture of this size', 400 * 300 - 1],
  ])('%s', async (_, mostPixels) => {
    weak = await Studio.open({ workers: "'none'" })
    await weak.page.evaluate(most => {
      const decode: (from: ImageBitmapSource) => Promise<ImageBitmap> = createImageBitmap
      const within = async (from: ImageBitmapSource) => {
        const bitmap = await decode(from)
        if (bitmap.width * bitmap.height > most) throw new DOMException('Not allocated.', 'InvalidStateError')
        return bitmap
      }
      Object.assign(globalThis, { createImageBitmap: within })
    }, mostPixels)
    const picture = await heldPhone(1, 400, 300)
    const photo = await weak.photo(picture)
    expect(photo).toMatchObject({ engine: 'original', advice: [{ is: 'notChecked' }], fingerprint: '' })
    expect(photo.bytes.length).toBeLessThanOrEqual(picture.length)
    expect(photo.bytes.includes('GPS')).toBe(false)
  })
})
