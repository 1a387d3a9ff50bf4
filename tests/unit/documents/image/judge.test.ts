import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judgePhoto, maxPixels } from '../../../../src/documents/image/judge.ts'
import type { PhotoRefusal } from '../../../../src/documents/image/photo.ts'
import { refusalText } from '../../../../src/documents/image/text.ts'
import { maxUploadBytes } from '../../../../src/spec/documents.ts'
import { insertSegments, segment } from '../../../photos/exif.ts'
import { chunk, cut, header, heldPhone, page, png, pngBomb, strangers, withJpegSize } from '../../../photos/pictures.ts'

const jpeg = await page(600, 800).jpeg().toBuffer()
const progressive = await page(600, 800).jpeg({ progressive: true }).toBuffer()
const screenshot = await page(600, 800).png().toBuffer()
const empty = Buffer.alloc(0)

const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])

describe('a picture that can be sent', () => {
  test.each([
    ['a JPEG', jpeg, 'jpeg'],
    ['a progressive JPEG', progressive, 'jpeg'],
    ['a PNG', screenshot, 'png'],
  ] as const)('%s is taken, with its size', (_, bytes, format) => {
    expect(judgePhoto(bytes)).toMatchObject({ ok: true, format, width: 600, height: 800, orientation: 1 })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo held as orientation %i says so', async orientation => {
    expect(judgePhoto(await heldPhone(orientation))).toMatchObject({ ok: true, orientation })
  })

  test('a photo with a film behind it, as phones append one, is whole', () => {
    const judged = judgePhoto(Buffer.concat([jpeg, Buffer.from('MotionPhoto_Data'), Buffer.alloc(5000, 7)]))
    expect(judged).toEqual(judgePhoto(jpeg))
  })

  test('a photo of exactly 5120 KB is taken', () => {
    expect(judgePhoto(padded(maxUploadBytes))).toMatchObject({ ok: true })
  })

  test.each([
    ['48', 8000, 6000],
    ['50', 8192, 6144],
  ])('a photo of a %s-megapixel phone is taken', (_, width, height) => {
    expect(judgePhoto(withJpegSize(jpeg, width, height))).toMatchObject({ ok: true, width, height })
  })

  test('a picture with transparency, sixteen bits or a printer’s inks is not plain', async () => {
    const alpha = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    for (const bytes of [
      await alpha.png().toBuffer(),
      png(header(1, 1), chunk('tRNS', Buffer.alloc(6)), chunk('IDAT', Buffer.alloc(1))),
      await page(90, 90).toColourspace('rgb16').png().toBuffer(),
      await page(90, 90).toColourspace('cmyk').jpeg().toBuffer(),
    ])
      expect(judgePhoto(bytes)).toMatchObject({ isSimple: false })
    for (const bytes of [screenshot, jpeg]) expect(judgePhoto(bytes)).toMatchObject({ isSimple: true })
  })
})

describe('a file that is refused', () => {
  test.each<[string, Buffer, PhotoRefusal]>([
    ['an empty file', empty, 'empty'],
    ['one byte above 5120 KB', padded(maxUploadBytes + 1), 'tooLarge'],
    ['half a JPEG', cut(jpeg, 0.5), 'truncated'],
    ['a JPEG without its last byte', jpeg.subarray(0, -1), 'truncated'],
    ['a JPEG cut in its header', jpeg.subarray(0, 30), 'truncated'],
    ['half a progressive JPEG', cut(progressive, 0.5), 'truncated'],
    ['half a JPEG filled up with zeros', Buffer.concat([cut(jpeg, 0.5), Buffer.alloc(9000)]), 'truncated'],
    ['half a PNG', cut(screenshot, 0.5), 'truncated'],
    ['a PNG without its last byte', screenshot.subarray(0, -1), 'truncated'],
    ['the first eight bytes of a PNG', screenshot.subarray(0, 8), 'truncated'],
    ['the login page of a Wi-Fi', strangers.html, 'notAPicture'],
    ['a text', strangers.text, 'notAPicture'],
    ['a GIF', strangers.gif, 'gif'],
    ['a WebP', strangers.webp, 'webp'],
    ['an iPhone’s HEIC', strangers.heic, 'heic'],
    ['an AVIF', strangers.avif, 'otherFormat'],
    ['a BMP', strangers.bmp, 'otherFormat'],
    ['an SVG', strangers.svg, 'svg'],
    ['a PDF', strangers.pdf, 'pdf'],
    ['a PNG of 400 megapixels in some kilobytes', pngBomb(), 'bomb'],
    ['a JPEG that says 65 000 × 65 000', withJpegSize(jpeg, 65_000, 65_000), 'bomb'],
    ['one row of pixels too many', withJpegSize(jpeg, 8192, maxPixels / 8192 + 1), 'bomb'],
    ['a PNG of no width', png(header(0, 40), chunk('IDAT', empty)), 'zeroSized'],
    ['a JPEG of no height', withJpegSize(jpeg, 40, 0), 'zeroSized'],
  ])('%s is refused, with a sentence that says what to do', (_, bytes, reason) => {
    expect(judgePhoto(bytes)).toEqual({ ok: false, reason })
    expect(refusalText[reason]).toMatch(/\S/)
  })

  test('a refused HEIC says how an iPhone takes JPEG', () => {
    expect(refusalText.heic).toContain('Le plus compatible')
  })

  test('no shape of broken bytes throws', async () => {
    const phone = await heldPhone(6, 64, 48)
    const small = await page(40, 40).png().toBuffer()
    for (const whole of [phone, small]) {
      for (let at = 0; at < whole.length; at += 1) {
        const broken = Buffer.from(whole)
        broken[at] = 0xff
        expect(judgePhoto(broken)).toHaveProperty('ok')
        expect(judgePhoto(whole.subarray(0, at)).ok).toBe(false)
      }
    }
  })

  test('an Exif block with a wild length is no orientation', () => {
    const wild = segment(0xe1, Buffer.from('Exif\0\0II*\0\xff\xff\xff\x7f\x01\x00', 'latin1'))
    expect(judgePhoto(insertSegments(jpeg, wild))).toMatchObject({ ok: true, orientation: 1 })
  })
})
