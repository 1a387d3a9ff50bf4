import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { FindingName } from '../../../../src/documents/image/finding.ts'
import {
  adviseOn,
  fingerprintOf,
  isLike,
  isSamePicture,
  type Luma,
  lookSide,
  lumaOf,
  measureLuma,
} from '../../../../src/documents/image/quality.ts'
import { documents } from '../../../../src/spec/documents.ts'
import { page } from '../../../photos/pictures.ts'

const see = async (picture: Sharp): Promise<Luma> => {
  const whole = await picture.png().toBuffer()
  const small = sharp(whole).resize(lookSide, lookSide, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  return lumaOf(new Uint8ClampedArray(data), info.width, info.height)
}

const reflection = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600"><rect x="300" y="400" width="500" height="400" fill="#fff"/></svg>',
)
const clear = await see(page())
const dark = await see(page().linear(0.2, 0))
const blurred = await see(page().blur(6))
const shining = await see(page().composite([{ input: reflection }]))
const white = await see(page().linear(1.3, 0))

const subject = { ...documents.attest, format: 'jpeg', longestSide: 1600 } as const

describe('advice on a photo', () => {
  test.each<[string, Luma, Partial<Parameters<typeof adviseOn>[1]>, FindingName[]]>([
    ['a clear page', clear, {}, []],
    ['a page in the dark', dark, {}, ['tooDark']],
    ['a blurred page', blurred, {}, ['blurred']],
    ['a blurred portrait, whose background may be soft', blurred, documents.photobuste, []],
    ['a page with a reflection', shining, {}, ['glare']],
    ['a screenshot with white in it', shining, { format: 'png' }, []],
    ['a page of really white paper', white, {}, []],
    ['a page as small as a stamp', clear, { longestSide: 500 }, ['tooSmall']],
    ['a small portrait that is large enough for a face', clear, { ...documents.photobuste, longestSide: 480 }, []],
    ['a small page in the dark', dark, { longestSide: 500 }, ['tooDark', 'tooSmall']],
  ])('%s', (_, luma, special, advice) => {
    expect(adviseOn(luma, { ...subject, ...special }).map(({ is }) => is)).toEqual(advice)
  })

  const unencrypted = (level: number): Luma => ({ width: 64, height: 64, levels: new Uint8Array(64 * 64).fill(level) })

  test.each([
    [59, ['tooDark']],
    [60, []],
  ])('a portrait of mean brightness %i', (level, advice) => {
    const found = adviseOn(unencrypted(level), { ...subject, ...documents.photobuste })
    expect(found.map(({ is }) => is)).toEqual(advice)
  })

  test('a reflection is found where it is', () => {
    const [{ spot } = {}] = adviseOn(shining, subject)
    // Of 1200 by 1600, by tiles that shine throughout.
    expect(spot?.x).toBeGreaterThanOrEqual(300 / 1200)
    expect(spot?.y).toBeGreaterThanOrEqual(400 / 1600)
    expect((spot?.x ?? 0) + (spot?.width ?? 0)).toBeLessThan(801 / 1200)
    expect((spot?.y ?? 0) + (spot?.height ?? 0)).toBeLessThan(801 / 1600)
    expect((spot?.width ?? 0) * (spot?.height ?? 0)).toBeGreaterThan(0.6 * (500 / 1200) * (400 / 1600))
  })

  test('a picture smaller than one tile is judged whole', () => {
    const tiny: Luma = { width: 3, height: 2, levels: new Uint8Array([9, 9, 9, 9, 9, 9]) }
    expect(measureLuma(tiny)).toMatchObject({ mean: 9, sharpness: 0, glare: 0 })
  })
})

describe('the same picture used twice', () => {
  test('is seen though it was shrunk and compressed again', async () => {
    const again = await see(sharp(await page().resize(700).jpeg({ quality: 40 }).toBuffer()))
    expect(isSamePicture(fingerprintOf(clear), fingerprintOf(again))).toBe(true)
  })

  test('is not seen in two pictures that differ', async () => {
    const other = await see(page().rotate(180))
    expect(isSamePicture(fingerprintOf(clear), fingerprintOf(other))).toBe(false)
  })

  test('is never seen where nothing could be decoded', () => {
    expect(isSamePicture('', '')).toBe(false)
  })
})

describe('what was made of a picture', () => {
  test.each([512, 230, 120])('shows the same, %i pixels high and coarsely compressed', async height => {
    const made = sharp(await page().resize({ height }).jpeg({ quality: 30 }).toBuffer())
    expect(isLike(await see(made), clear)).toBe(true)
  })

  test('is noise, black, white or another picture, and does not show the same', async () => {
    const size = { width: 1200, height: 1600, channels: 3 as const }
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 80 }
    for (const create of [
      { ...size, background: '#000', noise },
      { ...size, background: '#000' },
      { ...size, background: '#fff' },
    ])
      expect(isLike(await see(sharp({ create })), clear)).toBe(false)
    expect(isLike(dark, clear)).toBe(false)
  })
})
