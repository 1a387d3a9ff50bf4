import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  type Blocks,
  blocksOf,
  type Frame,
  hasMoved,
  sharpnessOf,
  sightOf,
} from '../../../../src/documents/image/live.ts'

const [width, height] = [320, 240]
const lines = Array.from({ length: 12 }, (_, row) => `<rect x="22" y="${20 + row * 12}" width="66" height="4"/>`).join(
  '',
)

/** A page of 110 × 180 on a table, moved and enlarged. */
const page = (x: number, y: number, scale = 1, light = 1) =>
  `<rect width="${width}" height="${height}" fill="#5a3a20"/>
   <g transform="translate(${x} ${y}) scale(${scale})"><rect width="110" height="180" fill="#eee8dc"/>${lines}</g>
   <rect width="${width}" height="${height}" opacity="${1 - light}"/>`

async function frame(content: string, shape: Frame['shape'] = 'page', blur = 0): Promise<Frame> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
  const picture = sharp(Buffer.from(svg)).ensureAlpha()
  const data = await (blur ? picture.blur(blur) : picture).raw().toBuffer()
  return { shape, width, height, data: new Uint8ClampedArray(data) }
}

const seen = (now: Frame, before?: Blocks) => sightOf(now, blocksOf(now), before)

describe('what the viewfinder shows', () => {
  test.each([
    ['a page that fills it', page(85, 14, 1.15), 'framed'],
    ['a page far away', page(100, 50, 0.75), 'tooFar'],
    ['a page whose foot is outside', page(85, 80, 1.15), 'cut'],
    ['a page in the dark', page(85, 14, 1.15, 0.2), 'tooDark'],
    ['no page at all', '<rect width="320" height="240" fill="#a09080"/>', undefined],
  ])('of %s', async (_, content, hint) => {
    expect(seen(await frame(content)).hint).toBe(hint)
  })

  test('of a page is its outline', async () => {
    const { corners } = seen(await frame(page(85, 14, 1.15)))
    const [first, , last] = corners ?? []
    expect((first?.x ?? 0) * width).toBeCloseTo(85, -1)
    expect((last?.y ?? 0) * height).toBeCloseTo(14 + 180 * 1.15, -1)
  })

  test('moves when the phone does, and not by the noise of a sensor', async () => {
    const now = await frame(page(85, 14, 1.15))
    const shaken = blocksOf(await frame(page(45, 30, 1.15)))
    expect(seen(now, shaken).hint).toBe('moving')
    const noisy = { ...now, data: now.data.map((value, at) => value + ((at * 7919) % 41) - 20) }
    expect(hasMoved(blocksOf(now), blocksOf(noisy))).toBe(false)
    // The camera was turned meanwhile: these are no two pictures of one place.
    expect(seen(now, new Float32Array(3)).hint).toBe('framed')
  })

  test('of a face is light and stillness alone', async () => {
    expect(seen(await frame(page(110, 60, 0.5), 'portrait'))).toEqual({ corners: null })
    expect(seen(await frame(page(110, 60, 0.5, 0.2), 'portrait')).hint).toBe('tooDark')
  })
})

test('of two frames the sharper one is known', async () => {
  const [sharp, soft] = [await frame(page(85, 14)), await frame(page(85, 14), 'page', 1.5)]
  expect(sharpnessOf(sharp)).toBeGreaterThan(1.5 * sharpnessOf(soft))
})
