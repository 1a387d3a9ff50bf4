import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bareJpeg } from '../../../../provider/src/images/jpeg.ts'
import { withoutMetadata } from '../../../../src/documents/image/jpeg.ts'
import { jpegMarker, jpegSegments } from '../../../../src/documents/image/jpeg-segments.ts'
import { judgePhoto } from '../../../../src/documents/image/judge.ts'
import { insertSegments, phoneExif, segment } from '../../../photos/exif.ts'
import { cut, heldPhone, page } from '../../../photos/pictures.ts'

/** What libjpeg reads, and so every browser: strange between its segments, and every pixel is there. */

const printed = () => page(90, 120)
const kinds: ReadonlyArray<readonly [kind: string, jpeg: Buffer]> = [
  ['baseline', await printed().jpeg().toBuffer()],
  ['progressive', await printed().jpeg({ progressive: true }).toBuffer()],
  ['grey', await printed().toColourspace('b-w').jpeg().toBuffer()],
  ['of four inks', await printed().toColourspace('cmyk').jpeg().toBuffer()],
  ['held on its side', await heldPhone(6, 64, 48)],
]

/** What stands between two segments without being one; each holds a trace of the place. */
const strays: ReadonlyArray<readonly [what: string, bytes: Buffer]> = [
  ['three zeros', Buffer.alloc(3)],
  ['words', Buffer.from('GPS 12.64')],
  ['stuffed bytes', Buffer.from([1, 0xff, 0, 0x47, 0x50, 0x53])],
  ['fill', Buffer.from([0xff, 0xff, 0xff])],
  ['marks that stand alone', Buffer.from([0xff, 0x01, 0xff, 0xd3])],
  ['a segment of no length', Buffer.from([0xff, 0xe5, 0, 0])],
  ['a comment of length 1', Buffer.from([0xff, 0xfe, 0, 1, 0x47, 0x50, 0x53])],
  ['more than a segment says', Buffer.concat([segment(0xe1, Buffer.from('GPS')), Buffer.from('GPS')])],
]

const spliced = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

const pixels = (bytes: Uint8Array) => sharp(bytes, { failOn: 'truncated' }).raw().toBuffer()

/** Judged, stripped, and judged by the provider: the same pixels. @returns what would be sent as it is */
async function expectTaken(strange: Buffer, jpeg: Buffer, whole: Buffer, what: string): Promise<Buffer> {
  const judged = judgePhoto(strange)
  expect(judged, what).toEqual(judgePhoto(jpeg))
  if (!judged.ok) throw new Error(judged.reason)
  const sent = Buffer.from(withoutMetadata(strange, judged))
  expect((await pixels(sent)).equals(whole), what).toBe(true)
  const stored = bareJpeg(strange)?.bytes ?? Buffer.alloc(1)
  expect((await pixels(stored)).equals(whole), what).toBe(true)
  return sent
}

describe.each(kinds)('a JPEG, %s,', (_, jpeg) => {
  const segments = [...jpegSegments(jpeg)]
  // Browsers know a JPEG by its third byte: nothing strange stands before that.
  const places = (stray: Buffer) => segments.map(({ start }) => start).filter(at => at > 2 || stray[0] === 0xff)
  const scan = segments.find(({ marker }) => marker === jpegMarker.sos)?.start ?? 0

  test.each(strays)('is taken with %s before any of its segments', async (what, bytes) => {
    const whole = await pixels(jpeg)
    for (const at of places(bytes)) {
      const sent = await expectTaken(spliced(jpeg, at, bytes), jpeg, whole, `${what} at ${at}`)
      // What follows a scan can't be told from its coded data.
      if (at <= scan) expect(sent.includes('GPS'), `${what} at ${at}`).toBe(false)
    }
  })

  test('is refused where it stops, whatever is strange in it', () => {
    for (const [what, bytes] of strays)
      for (const at of places(bytes)) {
        const strange = spliced(jpeg, at, bytes)
        for (const share of [0.5, 0.9])
          expect(judgePhoto(cut(strange, share)), what).toMatchObject({ ok: false, reason: 'truncated' })
      }
  })
})

test('a JPEG that says its height once more at its end, or has a second picture behind it, is taken', async () => {
  const [, jpeg] = kinds[0] as (typeof kinds)[0]
  const height = segment(0xdc, Buffer.from([0, 120]))
  const whole = await pixels(jpeg)
  await expectTaken(spliced(jpeg, jpeg.length - 2, height), jpeg, whole, 'its height')
  const twice = Buffer.concat([jpeg, Buffer.alloc(9), insertSegments(jpeg, phoneExif(6))])
  await expectTaken(twice, jpeg, whole, 'a second picture')
})

test('how a JPEG was held is told once, at its beginning', async () => {
  const [, phone] = kinds[4] as (typeof kinds)[0]
  const judged = judgePhoto(phone)
  if (!judged.ok) throw new Error(judged.reason)
  const markers = [...jpegSegments(withoutMetadata(phone, judged))].map(({ marker }) => marker)
  expect(markers.indexOf(jpegMarker.app1)).toBe(0)
  expect(markers.lastIndexOf(jpegMarker.app1)).toBe(0)
})

test('a JPEG of a coding that few decoders know is not sent as it is', () => {
  const [, jpeg] = kinds[0] as (typeof kinds)[0]
  const coded = Buffer.from(jpeg)
  coded[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
  expect(judgePhoto(coded)).toMatchObject({ ok: true, isSimple: false })
})
