import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { prepareWith } from '../../../../src/documents/image/pipeline.ts'
import type { Platform } from '../../../../src/documents/image/platform.ts'
import { documents } from '../../../../src/spec/documents.ts'
import { nodePlatform } from '../../../bench/photos/node-platform.ts'
import { photograph } from '../../../photos/photographs.ts'

test('a photograph of twelve megapixels takes few canvases and few encodings, and nearly all its bytes', async () => {
  const bytes = new Uint8Array(readFileSync(await photograph(1)))
  const { shape, smallestSide } = documents.attest
  const counted = { decode: 0, sheet: 0, encode: 0 }
  const platform: Platform = {
    decode: (...asked) => {
      counted.decode += 1
      return nodePlatform.decode(...asked)
    },
    sheet: size => {
      counted.sheet += 1
      const sheet = nodePlatform.sheet(size)
      const encode: typeof sheet.encode = (...asked) => {
        counted.encode += 1
        return sheet.encode(...asked)
      }
      return { ...sheet, encode }
    },
  }
  const made = await prepareWith(platform, {
    bytes: bytes.slice().buffer,
    picture: new Blob([bytes]),
    order: { shape, smallestSide, economy: false, lead: 'platform' },
  })
  if (!made.ok) throw new Error(made.reason)
  expect(made.photo.advice).toEqual([])
  // The photo, the known pixels, and what was made of it.
  expect(counted.decode).toBe(3)
  // Known pixels, what is read, what is sent, and that again with fewer pixels: twice on rough ground.
  expect(counted.sheet).toBeLessThanOrEqual(5)
  expect(counted.encode).toBeLessThanOrEqual(5)
  expect(made.photo.bytes.length).toBeGreaterThan(104_000 * 0.95)
  expect(made.photo.bytes.length).toBeLessThanOrEqual(104_000)
})
