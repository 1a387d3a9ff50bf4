import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  fingerprintOf,
  isLike,
  isSamePicture,
  type Luma,
  lookSide,
  lumaOf,
} from '../../../../src/documents/image/fingerprint.ts'
import { page } from '../../../photos/pictures.ts'

const see = async (picture: Sharp): Promise<Luma> => {
  const whole = await picture.png().toBuffer()
  const small = sharp(whole).resize(lookSide, lookSide, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  return lumaOf(new Uint8ClampedArray(data), info.width, info.height)
}

const clear = await see(page())
const dark = await see(page().linear(0.2, 0))

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
