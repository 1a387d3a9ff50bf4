import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ceilingOf } from '../../../src/documents/image/ceilings.ts'
import { documents } from '../../../src/spec/documents.ts'
import { Studio } from './studio.ts'

/** A screenshot of a whole document, as some phones make it: several pages below one another. */

let studio: Studio
beforeAll(async () => {
  studio = await Studio.open()
})
afterAll(() => studio.close())

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
  expect(photo.advice).toEqual(['tooLong'])
})
