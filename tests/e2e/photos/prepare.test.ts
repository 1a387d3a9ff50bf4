import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ceilingOf } from '../../../src/documents/image/ceilings.ts'
import type { Corners } from '../../../src/documents/image/geometry.ts'
import { type DocumentType, documents, documentTypes } from '../../../src/spec/documents.ts'
import { photograph } from '../../photos/photographs.ts'
import { animatedPng, colourAt, heldPhone, page, type Rgb } from '../../photos/pictures.ts'
import { pixelsOf, Studio } from './studio.ts'

let studio: Studio
beforeAll(async () => {
  studio = await Studio.open()
})
afterAll(() => studio.close())

/** The corners of what lies that far within the picture's edges, clockwise; in parts of its sides. */
const inside = (edge: number): Corners => [
  { x: edge, y: edge },
  { x: 1 - edge, y: edge },
  { x: 1 - edge, y: 1 - edge },
  { x: edge, y: 1 - edge },
]

const near = (seen: readonly number[], meant: Rgb) =>
  Math.max(...meant.map((value, at) => Math.abs(value - (seen[at] ?? 999))))

/** How far a border between two colours may be felt, in pixels: a JPEG's blocks of colour. */
const block = 16

/** The pixels that are not what they were meant to be, outside the blocks where colours meet. */
const wrongPixels = async (bytes: Uint8Array, width: number, height: number) => {
  const pixels = await pixelsOf(bytes)
  expect([pixels.width, pixels.height]).toEqual([width, height])
  let wrong = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (Math.abs(x - width / 2) < block || Math.abs(y - height / 2) < block) continue
      if (near(pixels.at(x, y), colourAt(x, y, width, height)) > 12) wrong += 1
    }
  }
  return wrong
}

const traces = ['Exif', 'http://ns.adobe.com', 'GPS', 'TECNO', 'taken at home', 'Photoshop', 'eXIf', 'tEXt']
const expectNoTrace = (bytes: Buffer) => {
  for (const trace of traces) expect(bytes.includes(trace), trace).toBe(false)
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

describe('a photo held any way', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'as orientation %i is sent upright to the pixel, without a trace of where and with what',
    async orientation => {
      for (const lead of ['platform', 'package'] as const) {
        const photo = await studio.photo(await heldPhone(orientation), { document: 'attest', lead })
        expect(await wrongPixels(photo.bytes, 640, 480)).toBe(0)
        expectNoTrace(photo.bytes)
      }
    },
  )

  test.each([1, 3, 5, 6])('as orientation %i, and large, is made small upright', async orientation => {
    const photo = await studio.photo(await heldPhone(orientation, 3200, 2400))
    expect(await wrongPixels(photo.bytes, 1600, 1200)).toBe(0)
  })

  test.each([5])('as orientation %i, and large, is cropped where the student sees it', async orientation => {
    const ask = { document: 'carteid', edit: { turns: 0, corners: inside(0.05) } } as const
    const photo = await studio.photo(await heldPhone(orientation, 3200, 2400), ask)
    expect(await wrongPixels(photo.bytes, 1160, 870)).toBe(0)
  })

  test('is decoded no larger than it has to be', async () => {
    const sideways = { width: 2400, height: 3200, orientation: 6 }
    const photo = await heldPhone(6, 3200, 2400)
    const sizes = [2, 4, 5, 8].map(eighths => studio.decodedSize(photo, { ...sideways, eighths }))
    const [quarter, half, more, whole] = await Promise.all(sizes)
    const onItsHead = { width: 3200, height: 2400, orientation: 3, eighths: 2 }
    expect(await studio.decodedSize(await heldPhone(3, 3200, 2400), onItsHead)).toEqual([800, 600])
    expect(quarter).toEqual([800, 600])
    expect(half).toEqual([1600, 1200])
    expect(more).toEqual([2000, 1500])
    expect(whole).toEqual([3200, 2400])
  })

  test.each([
    ['forgets how the phone was held', 6, [2400, 3200], 'new ImageData(600, 800)'],
    ['leaves lying', 3, [3200, 2400], 'new ImageData(source.codedWidth, source.codedHeight)'],
  ] as const)(
    'is decoded whole by a browser that %s what it decodes small',
    async (_, orientation, [width, height], lie) => {
      const lying = `const upright = createImageBitmap
      globalThis.createImageBitmap = (source, how) => source instanceof Blob ? upright(source, how) : upright(${lie});\n`
      const other = await Studio.open({ lacking: lying })
      const photo = await heldPhone(orientation, 3200, 2400)
      expect(await other.decodedSize(photo, { width, height, orientation, eighths: 2 })).toEqual([3200, 2400])
      await other.close()
    },
  )

  test.each([1, 3, 6, 8])('as orientation %i is cropped where the student sees it', async orientation => {
    const ask = { document: 'attest', edit: { turns: 0, corners: inside(0.25) } } as const
    const photo = await studio.photo(await heldPhone(orientation), ask)
    expect(await wrongPixels(photo.bytes, 320, 240)).toBe(0)
  })

  test.each([
    [1, [480, 640], [2, 0, 3, 1]],
    [2, [640, 480], [3, 2, 1, 0]],
    [3, [480, 640], [1, 3, 0, 2]],
  ] as const)('and turned by %i quarters is sent turned clockwise', async (turns, [width, height], order) => {
    const photo = await studio.photo(await heldPhone(1), { document: 'attest', edit: { turns } })
    const pixels = await pixelsOf(photo.bytes)
    expect([pixels.width, pixels.height]).toEqual([width, height])
    const places = [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const
    for (const [at, [x, y]] of places.entries()) {
      const [u, v] = places[order[at] ?? 0] ?? [0, 0]
      expect(near(pixels.at(width * x, height * y), colourAt(u, v, 1, 1))).toBeLessThan(12)
    }
  })
})

describe('an unusual picture is put right', () => {
  test('transparency becomes white, not black', async () => {
    const hole = { create: { width: 300, height: 400, channels: 4 as const, background: '#0000' } }
    const mark = await sharp({ create: { width: 100, height: 100, channels: 4, background: '#c82828' } })
      .png()
      .toBuffer()
    const picture = await sharp(hole)
      .composite([{ input: mark, left: 20, top: 20 }])
      .png()
      .toBuffer()
    for (const lead of ['platform', 'package'] as const) {
      const photo = await studio.photo(picture, { document: 'attest', lead })
      expect(photo.format).toBe('jpeg')
      const { at } = await pixelsOf(photo.bytes)
      expect(near(at(250, 350), [255, 255, 255])).toBeLessThan(4)
      expect(near(at(70, 70), [200, 40, 40])).toBeLessThan(12)
    }
  })

  test('sixteen bits a channel become eight', async () => {
    const deep = await sharp(await photograph(1))
      .resize(900, 1200, { fit: 'fill' })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    const photo = await studio.photo(deep)
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ depth: 'uchar', width: 900, height: 1200 })
  })

  test('a printer’s CMYK becomes the colours that are seen', async () => {
    const cmyk = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#d02020' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const photo = await studio.photo(cmyk, { document: 'attest', edit: { turns: 1 } })
    const { at } = await pixelsOf(photo.bytes)
    const [red = 0, green = 255, blue = 255] = at(150, 200)
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green, blue)).toBeLessThan(90)
  })

  test('of a moving picture, the first is sent', async () => {
    const photo = await studio.photo(animatedPng(400, 300), { document: 'attest', edit: { turns: 0 } })
    const { at } = await pixelsOf(photo.bytes)
    expect(near(at(200, 150), [255, 0, 0])).toBeLessThan(6)
  })
})

/** The first document of each shape. */
const shapes = documentTypes.filter(
  (type, at) => documentTypes.findIndex(other => documents[other].shape === documents[type].shape) === at,
)

describe('a promise in bytes', () => {
  // A ceiling is its shape's; every two of shape, economy and engine meet.
  test.each(shapes)('%s stays under its ceiling though nothing in it can be compressed', async document => {
    const loud = await noise(1900).jpeg({ quality: 70 }).toBuffer()
    const isCard = documents[document].shape === 'card'
    for (const economy of [false, true]) {
      const lead = economy === isCard ? 'platform' : 'package'
      const photo = await studio.photo(loud, { document, economy, lead })
      expect(photo.engine).not.toBe('original')
      expect(photo.bytes.length).toBeLessThanOrEqual(ceilingOf(documents[document].shape, { economy }).bytes)
    }
  })

  test('a 12-megapixel photo of a page keeps its pixels under the ceiling', async () => {
    const chosen = readFileSync(await photograph(1, 'ATTESTATION', 6))
    const photo = await studio.photo(chosen)
    expect(Math.max(photo.width, photo.height)).toBeGreaterThanOrEqual(1360)
    expect(photo.bytes.length).toBeLessThan(chosen.length / 10)
    expectNoTrace(photo.bytes)
  })

  test.each([40, 300, 1200])('a picture %i pixels wide never grows, in bytes or in pixels', async width => {
    const height = Math.round(width * 1.3)
    for (const quality of [10, 95]) {
      const chosen = await page(width, height).jpeg({ quality }).toBuffer()
      for (const document of ['attest', 'photobuste'] satisfies DocumentType[]) {
        const photo = await studio.photo(chosen, { document })
        expect(photo.bytes.length).toBeLessThanOrEqual(chosen.length)
        expect(photo.width).toBeLessThanOrEqual(width)
        expect(photo.height).toBeLessThanOrEqual(height)
      }
    }
  })
})

test('the student who gives up one photo still gets the next', async () => {
  expect(await studio.abortFirst(await page().jpeg().toBuffer())).toEqual(['given up', 'prepared'])
})

test('the policy of the portal was never broken', () => {
  expect(studio.complaints).toEqual([])
})

/** A screenshot of a whole document, as some phones make it: several pages below one another. */

const wide = 1080
const { shape, smallestSide } = documents.attest
/** What a page needs that is as wide as the picture. */
const enough = (smallestSide * 2) / 3

/** @param step from line to line, in pixels */
const screenshot = (height: number, step: number) => {
  const words = 'Nom et prénoms COULIBALY Fatoumata née à Ségou registre 118'
  const lines = Array.from(
    { length: Math.floor(height / step) },
    (_, row) => `<text x="60" y="${(row + 1) * step}" font-size="24">${row * 7919} ${words}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" font-family="DejaVu Serif">
    <rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png()
}

test.each([
  ['upright', 0],
  ['on its side', 90],
])('two pages, %s, keep the width that their print needs', async (_, turned) => {
  const upright = await screenshot(4800, 160).toBuffer()
  const photo = await studio.photo(await sharp(upright).rotate(turned).png().toBuffer())
  expect(Math.min(photo.width, photo.height)).toBeGreaterThan(enough)
  expect(photo.bytes.length).toBeLessThanOrEqual(ceilingOf(shape).bytes)
  expect(photo.advice).toEqual([])
})

test('pages that are too many for the bytes of a photo are sent, and one page a photo is advised', async () => {
  const photo = await studio.photo(await screenshot(9600, 40).toBuffer())
  expect(photo.bytes.length).toBeLessThanOrEqual(ceilingOf(shape).bytes)
  expect(photo.advice).toEqual([{ is: 'tooLong' }])
})
