import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareWith } from '../../../../src/documents/image/pipeline.ts'
import { documents } from '../../../../src/spec/documents.ts'
import { nodePlatform } from '../../../bench/photos/node-platform.ts'

const [width, height] = [4000, 3000]

/** A card of this width on a table, as a phone of twelve megapixels gives it. */
async function prepared(card: number): Promise<{ width: number; bytes: number }> {
  const tall = Math.round(card / 1.586)
  const [x, y] = [(width - card) / 2, (height - tall) / 2]
  const print = Array.from(
    { length: 9 },
    (_, row) => `<rect x="${x + card * 0.1}" y="${y + tall * (0.1 + row * 0.09)}" width="${card * 0.7}" height="18"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#5a3a20"/>
    <rect x="${x}" y="${y}" width="${card}" height="${tall}" fill="#eee8dc"/>${print.join('')}</svg>`
  const bytes = new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer())
  const { shape, smallestSide } = documents.carteid
  const made = await prepareWith(nodePlatform, {
    bytes: bytes.slice().buffer,
    picture: new Blob([bytes]),
    order: { shape, smallestSide, economy: false, lead: 'platform' },
  })
  if (!made.ok) throw new Error(made.reason)
  return { width: made.photo.width, bytes: made.photo.bytes.length }
}

test.each([
  ['that fills its picture', 3000, 2000],
  ['on a wide table', 1600, 2500],
])('a card %s keeps the pixels of its print, for the same bytes', async (_, card, pixels) => {
  const made = await prepared(card)
  expect(made.width).toBe(pixels)
  expect(made.bytes).toBeLessThanOrEqual(106_000)
})
