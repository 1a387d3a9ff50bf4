import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { canvasJpeg } from '../../tests/photos/canvas.ts'
import { insertSegments, segment } from '../../tests/photos/exif.ts'
import { chunk, header, heldPhone, png as pngOf, withWrongSum } from '../../tests/photos/pictures.ts'
import { bareJpeg } from '../src/images/jpeg.ts'
import { barePng } from '../src/images/png.ts'
import { heavyPictureMs } from '../src/limits/limits.ts'
import { photograph } from './setup/photographs.ts'

const script = Buffer.from('*/alert(document.cookie)/*<script>fetch("//evil.example")</script>')
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40, 'z'), Buffer.from('PK\x05\x06')])

/** As forgiving as the provider. */
const pixels = (bytes: Buffer) => sharp(bytes, { failOn: 'truncated' }).raw().toBuffer()
async function expectSamePixels(one: Buffer, other: Buffer): Promise<void> {
  expect((await pixels(one)).equals(await pixels(other))).toBe(true)
}

const expectNone = (stored: Buffer, ...traces: string[]) =>
  expect(traces.filter(trace => stored.includes(trace))).toEqual([])

function bare(bytes: Buffer, strip = bareJpeg): Buffer {
  const picture = strip(bytes)
  if (!picture) throw new Error('taken for no picture')
  return picture.bytes
}

/**
 * A grey field of eight blocks with a restart after each: written by hand, since sharp writes no
 * restarts.
 */
function withRestarts(): Buffer {
  const dqt = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]))
  const sof = segment(0xc0, Buffer.from([8, 0, 8, 0, 64, 1, 1, 0x11, 0]))
  const oneCode = (table: number) => segment(0xc4, Buffer.from([table, 1, ...Array<number>(15).fill(0), 0]))
  const sos = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))
  const blocks = Array.from({ length: 8 }, (_, nth) => Buffer.from(nth < 7 ? [0x3f, 0xff, 0xd0 + nth] : [0x3f]))
  const tables = [dqt, sof, oneCode(0), oneCode(0x10), segment(0xdd, Buffer.from([0, 1])), sos]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...tables, ...blocks, Buffer.from([0xff, 0xd9])])
}

/** A table of codes, which are text. */
function codes(table: number, count: number): Buffer {
  const lengths = Buffer.alloc(16)
  lengths.set([count - Math.floor(count / 2), Math.floor(count / 2)], 14)
  return segment(0xc4, Buffer.concat([Buffer.from([table]), lengths, Buffer.alloc(count, script)]))
}

/** Each marker with two bytes of fill before it. */
function withFill(jpeg: Buffer, marker: number): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, marker]))
  return Buffer.concat([jpeg.subarray(0, at), Buffer.from([0xff, 0xff]), jpeg.subarray(at)])
}

describe('a JPEG', () => {
  test('that is also a script, a page and an archive keeps its pixels and nothing else', async () => {
    const uncompressed = await photograph(1, 100, 80)
    const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0'), script]))
    const longJfif = segment(0xe0, Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x05\x05'), script]))
    const hostile = insertSegments(uncompressed, longJfif, segment(0xfe, script), exif, segment(0xed, script))
    const stored = bare(Buffer.concat([hostile, zip, script]))
    expectNone(stored, 'script', 'alert', 'PK', 'evil')
    await expectSamePixels(stored, uncompressed)
    // The mark of JFIF, without what hung on it.
    expect(stored.length).toBe(uncompressed.length + 18)
  })

  test('as a browser writes it loses its profile alone', async () => {
    const stored = bare(canvasJpeg)
    expect([stored.includes('ICC_PROFILE'), canvasJpeg.length - stored.length]).toEqual([false, 474])
    await expectSamePixels(stored, canvasJpeg)
  })

  test('without a profile stays as it is, and a stripped one stays stripped', async () => {
    for (const options of [{}, { progressive: true }, { chromaSubsampling: '4:4:4' }]) {
      const written = await sharp(await photograph(2, 90, 70))
        .jpeg(options)
        .toBuffer()
      expect(bare(written).equals(written)).toBe(true)
    }
    const once = bare(await heldPhone(6))
    expect(bare(once).equals(once)).toBe(true)
  })

  test.each([1, 3, 6, 8])('that was held as %i says so still, and nothing of place and maker', async held => {
    const phone = await heldPhone(held, 64, 48)
    const stored = bare(phone)
    expectNone(stored, 'GPS', 'TECNO', 'xap', 'taken at home')
    expect((await sharp(stored).metadata()).orientation ?? 1).toBe(held)
    await expectSamePixels(stored, phone)
  })

  test('with four inks, or whose colours are no YCbCr, keeps looking as it did', async () => {
    const source = await photograph(3, 64, 64)
    const inks = await sharp(source).toColourspace('cmyk').jpeg().toBuffer()
    expect(inks.includes('Adobe')).toBe(true)
    await expectSamePixels(bare(inks), inks)
  })

  test('with restarts, fill bytes, a thumbnail of its own and a second picture behind it is read to its end', async () => {
    const thumbnail = await photograph(4, 16, 16)
    const uncompressed = await photograph(5, 80, 60)
    const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), thumbnail]))
    const several = Buffer.concat([insertSegments(uncompressed, exif, segment(0xe2, Buffer.from('MPF\0'))), thumbnail])
    expect(bare(several).equals(uncompressed)).toBe(true)
    for (const marker of [0xdb, 0xc0, 0xda, 0xd9])
      expect(bare(withFill(uncompressed, marker)).equals(uncompressed)).toBe(true)
    const restarts = withRestarts()
    expect(bare(restarts).equals(restarts)).toBe(true)
    expect(await pixels(restarts)).toHaveLength(64 * 8 * 3)
  })

  test('with words, marks or hundreds of comments between its segments is read as decoders read it, without them', async () => {
    const uncompressed = await photograph(9, 80, 60)
    const [start, rest] = [uncompressed.subarray(0, 2), uncompressed.subarray(2)]
    const between: Record<string, Buffer> = {
      words: script,
      'stuffed bytes': Buffer.from([0xff, 0, 0xff, 0xff, 0, 7]),
      'marks that stand alone': Buffer.from([0xff, 0x01, 0xff, 0xd3]),
      comments: Buffer.concat(Array.from({ length: 700 }, () => segment(0xfe, Buffer.from('x')))),
    }
    for (const [what, bytes] of Object.entries(between)) {
      const strange = Buffer.concat([start, bytes, rest])
      expect(bare(strange).equals(uncompressed), what).toBe(true)
      await expectSamePixels(strange, uncompressed)
    }
  })

  test('that can’t be walked to its end is none', async () => {
    const uncompressed = await photograph(6, 80, 60)
    const sof = uncompressed.indexOf(Buffer.from([0xff, 0xc0]))
    const upTo = (end: number) => uncompressed.subarray(0, end)
    const also = (more: Buffer) => insertSegments(uncompressed, more)
    const broken: Record<string, Buffer> = {
      'without an end': uncompressed.subarray(0, -2),
      'cut in a segment': uncompressed.subarray(0, 100),
      'without a scan': Buffer.concat([
        upTo(uncompressed.indexOf(Buffer.from([0xff, 0xda]))),
        uncompressed.subarray(-2),
      ]),
      'with a second frame': Buffer.concat([upTo(sof + 19), uncompressed.subarray(sof)]),
      'with words behind its tables': also(segment(0xdb, Buffer.concat([Buffer.alloc(65, 1), script]))),
      'with more codes than there are': also(codes(0x13, 257)),
      'with a fifth table of codes': also(codes(0x04, 200)),
      'with a third kind of codes': also(codes(0x20, 200)),
      'with a fifth table of steps': also(segment(0xdb, Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 'x')]))),
      'with a marker of nobody': also(segment(0xf3, script)),
      'of arithmetic coding': Buffer.from(uncompressed).fill(0xc9, sof + 1, sof + 2),
      'of no height': Buffer.from(uncompressed).fill(0, sof + 5, sof + 7),
      'with nothing but marks': Buffer.concat([upTo(2), Buffer.alloc(200_000, Buffer.from([0xff, 0xd0]))]),
    }
    for (const [what, bytes] of Object.entries(broken)) expect(bareJpeg(bytes), what).toBeUndefined()
  })

  test('costs memory when it comes in several scans, and time for each of them', async () => {
    const source = sharp({ create: { width: 640, height: 480, channels: 3, background: '#654' } })
    const inOne = bareJpeg(await source.clone().jpeg({ chromaSubsampling: '4:2:0' }).toBuffer())
    const inSeveral = bareJpeg(await source.clone().jpeg({ progressive: true, chromaSubsampling: '4:2:0' }).toBuffer())
    expect(inOne?.load).toEqual({ pixels: 307_200, heldBytes: 0, workMs: expect.closeTo(0.4608) })
    expect(inSeveral?.load).toMatchObject({ pixels: 307_200, heldBytes: 921_600 })
    expect(inSeveral?.load.workMs).toBeGreaterThan(2 * 0.4608)
  })
})

describe('a PNG', () => {
  const png = () => photograph(7, 60, 40, 'png')

  test('keeps its pixels, and no text, profile, further frame, nor what stands behind it', async () => {
    const uncompressed = await png()
    const added = ['tEXt', 'iTXt', 'eXIf', 'acTL', 'fdAT', 'iCCP'].map(type => chunk(type, script))
    const [before, after] = [uncompressed.subarray(0, 33), uncompressed.subarray(33)]
    const stored = bare(Buffer.concat([before, ...added, after, zip, script]), barePng)
    expectNone(stored, 'script', 'PK', 'tEXt', 'iCCP')
    await expectSamePixels(stored, uncompressed)
    expect(bare(stored, barePng).equals(stored)).toBe(true)
  })

  test('costs time for its values, for each of its rows, and for what its bytes may unfold to', () => {
    const costOf = (width: number, height: number, bytes = 1000) =>
      barePng(pngOf(header(width, height, 8, 0), chunk('IDAT', Buffer.alloc(bytes))))?.load.workMs ?? 0
    expect(costOf(1000, 1000)).toBeLessThan(heavyPictureMs)
    expect(costOf(4000, 3000)).toBeGreaterThan(heavyPictureMs)
    expect(costOf(1, 1_000_000)).toBeGreaterThan(heavyPictureMs)
    expect(costOf(100, 100, 500_000)).toBeGreaterThan(heavyPictureMs)
  })

  test('keeps palette and opacity', async () => {
    const image = sharp(await photograph(8, 40, 40, 'png')).ensureAlpha(0.5)
    for (const options of [{ palette: true }, { progressive: true }, {}]) {
      const written = await image.clone().png(options).toBuffer()
      await expectSamePixels(bare(written, barePng), written)
    }
  })

  test('has no room for words in a palette, an opacity or its end', async () => {
    const uncompressed = await png()
    const [before, after] = [uncompressed.subarray(0, 33), uncompressed.subarray(33)]
    const words = Buffer.concat(Array.from({ length: 100 }, () => script))
    const strange: Record<string, Buffer> = {
      'a palette that is only proposed': Buffer.concat([before, chunk('PLTE', words.subarray(0, 768)), after]),
      'a long opacity': Buffer.concat([before, chunk('tRNS', words), after]),
      'an end with words': Buffer.concat([uncompressed.subarray(0, -12), chunk('IEND', words)]),
    }
    for (const [what, bytes] of Object.entries(strange))
      expect(bare(bytes, barePng).equals(uncompressed), what).toBe(true)
    expect(barePng(Buffer.concat([before, chunk('PLTE', words.subarray(0, 771)), after]))).toBeUndefined()

    const few = await sharp(await photograph(8, 40, 40, 'png'))
      .ensureAlpha(0.5)
      .png({ palette: true, colours: 8 })
      .toBuffer()
    const at = few.indexOf('tRNS') - 4
    const long = Buffer.concat([few.subarray(0, at), chunk('tRNS', words), few.subarray(few.indexOf('IDAT') - 4)])
    expect(bare(few, barePng).includes('tRNS')).toBe(true)
    expect(bare(long, barePng).includes('tRNS')).toBe(false)
  })

  test('whose order or check sums are wrong is none', async () => {
    const uncompressed = await png()
    const [head, data, end] = [uncompressed.subarray(8, 33), uncompressed.subarray(33, -12), uncompressed.subarray(-12)]
    const order = (...parts: Buffer[]) => Buffer.concat([uncompressed.subarray(0, 8), ...parts])
    const broken = {
      'a wrong check sum': withWrongSum(uncompressed),
      'no end': order(head, data),
      'no data': order(head, end),
      'two heads': order(head, head, data, end),
      'data before the head': order(data, head, end),
      'a part that one must know': order(head, chunk('ABCD', script), data, end),
      'no width': order(chunk('IHDR', Buffer.concat([Buffer.alloc(4), head.subarray(12, 21)])), data, end),
    }
    for (const [what, bytes] of Object.entries(broken)) expect(barePng(bytes), what).toBeUndefined()
    expect(crc32(head.subarray(4, 21))).toBe(head.readUInt32BE(21))
  })

  test('costs the memory of all that it unfolds to when it is interlaced', async () => {
    const source = sharp({ create: { width: 300, height: 200, channels: 4, background: '#6548' } })
    const flat = barePng(await source.clone().png().toBuffer())
    expect(flat?.load).toMatchObject({ pixels: 60_000, heldBytes: 0 })
    const deep = await source.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer()
    expect(barePng(deep)?.load).toMatchObject({ pixels: 60_000, heldBytes: 480_000 })
  })
})
