import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { judgePhoto } from '../../../../src/documents/image/judge.ts'
import { isWholePng } from '../../../../src/documents/image/png.ts'
import { animatedPng, chunk, header, page, png, withFewerRows, withWrongSum } from '../../../photos/pictures.ts'

const text = page(37, 53)
const grey = () => page(37, 53).toColourspace('b-w')

// A Buffer of Node's may share its memory with others.
const isWhole = (bytes: Buffer) => isWholePng(new Uint8Array(bytes))

/** Real ones, of every kind that an app may write. */
const kinds: ReadonlyArray<readonly [kind: string, bytes: Buffer]> = [
  ['RGB', await text.png().toBuffer()],
  ['RGB, interlaced', await text.png({ progressive: true }).toBuffer()],
  ['RGB of sixteen bits', await page(37, 53).toColourspace('rgb16').png().toBuffer()],
  ['RGB of sixteen bits, interlaced', await page(37, 53).toColourspace('rgb16').png({ progressive: true }).toBuffer()],
  ['RGB and alpha', await page(37, 53).ensureAlpha(0.5).png().toBuffer()],
  ['RGB and alpha, interlaced', await page(37, 53).ensureAlpha(0.5).png({ progressive: true }).toBuffer()],
  ['grey', await grey().png().toBuffer()],
  ['grey and alpha', await grey().ensureAlpha(0.5).png().toBuffer()],
  ['grey and alpha, interlaced', await grey().ensureAlpha(0.5).png({ progressive: true }).toBuffer()],
  ['a palette', await page(37, 53).png({ palette: true }).toBuffer()],
  ['a palette of two', await page(37, 53).png({ palette: true, colours: 2 }).toBuffer()],
  ['four colours, interlaced', await page(37, 53).png({ palette: true, colours: 4, progressive: true }).toBuffer()],
  ['one pixel, interlaced', await page(40, 40).resize(1, 1).png({ progressive: true }).toBuffer()],
  ['three by two, interlaced', await page(40, 40).resize(3, 2).png({ progressive: true }).toBuffer()],
  ['a moving picture', animatedPng(9, 9)],
  ['its pixels in many parts', inParts(20)],
]

/** As encoders write it that hand on a few bytes at a time. */
function inParts(bytes: number): Buffer {
  const pixels = deflateSync(Buffer.alloc(9 * (1 + 9 * 3)))
  const parts = Array.from({ length: Math.ceil(pixels.length / bytes) }, (_, part) =>
    chunk('IDAT', pixels.subarray(part * bytes, (part + 1) * bytes)),
  )
  return png(header(9, 9), ...parts)
}

describe('a PNG is whole', () => {
  test.each(kinds)('that is %s', async (_, bytes) => {
    expect(judgePhoto(bytes)).toMatchObject({ ok: true, format: 'png' })
    expect(await isWhole(bytes)).toBe(true)
  })

  test('though something that does not belong to its pixels follows them', async () => {
    const pixels = Buffer.concat([deflateSync(Buffer.alloc(9 * (1 + 9 * 3))), Buffer.alloc(7)])
    expect(await isWhole(png(header(9, 9), chunk('IDAT', pixels)))).toBe(true)
  })

  test('where what is damaged is no part of the picture', async () => {
    const note = chunk('tEXt', Buffer.from('Comment\0bonjour'))
    note.writeUInt8(7, note.length - 1)
    const noted = png(header(9, 9), note, chunk('IDAT', deflateSync(Buffer.alloc(252))))
    expect(judgePhoto(noted)).toMatchObject({ ok: true })
  })
})

describe('a PNG is not whole', () => {
  test.each([
    ['one row short', withFewerRows(40, 30, 29)],
    ['of no row at all', withFewerRows(40, 30, 0)],
    ['that is interlaced and lacks a row', interlacedShort()],
    ['whose pixels are no zlib stream', png(header(9, 9), chunk('IDAT', Buffer.alloc(300, 7)))],
    ['whose pixels stop', png(header(9, 9), chunk('IDAT', deflateSync(randomBytes(252)).subarray(0, 200)))],
  ])('%s', async (_, bytes) => expect(await isWhole(bytes)).toBe(false))

  test('when a checksum is another one', () => {
    for (const [, bytes] of kinds.slice(0, 3))
      expect(judgePhoto(withWrongSum(bytes))).toEqual({ ok: false, reason: 'truncated' })
  })
})

/** Even where seven passes are one after the other, there are not fewer bytes than in the rows themselves. */
function interlacedShort(): Buffer {
  const head = header(9, 9)
  const data = Buffer.from(head.subarray(8, 21))
  data[12] = 1
  return png(chunk('IHDR', data), chunk('IDAT', deflateSync(Buffer.alloc(8 * (1 + 9 * 3)))))
}
