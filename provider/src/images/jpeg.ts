import { type Orientation, readOrientation } from '../../../src/documents/image/photo.ts'
import type { BarePicture } from './bare-picture.ts'
import { type Frame, readFrame, readScan } from './jpeg-frame.ts'

const marker = { dht: 0xc4, sos: 0xda, dqt: 0xdb, dnl: 0xdc, dri: 0xdd, eoi: 0xd9, com: 0xfe }
const [app0, app1, app14, app15] = [0xe0, 0xe1, 0xee, 0xef]
/** Browsers display no arithmetic, lossless or hierarchical frames. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const progressive = 0xc2
/** Cameras write a dozen segments, the most thorough optimisers a hundred; comments may come line by line. */
const mostSegments = 10_000

const start = Buffer.from([0xff, 0xd8])
const end = Buffer.from([0xff, marker.eoi])
/** Builds a JFIF segment: its presence says that the colours are YCbCr; it gives the pixel density and no thumbnail. */
const jfif = (density: Buffer) =>
  Buffer.concat([Buffer.from([0xff, app0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), density, Buffer.from([0, 0])])
const adobe = (transform: number) =>
  Buffer.from([0xff, app14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform])
/** Builds an Exif segment with nothing but the orientation. */
const heldAs = (orientation: Orientation) =>
  // biome-ignore format: one line each for the marker, "Exif", the head of a big-endian TIFF, and its one entry.
  Buffer.from([
    0xff, app1, 0, 34,
    69, 120, 105, 102, 0, 0,
    77, 77, 0, 42, 0, 0, 0, 8, 0, 1,
    1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
  ])

/** What the application segments say about the appearance of the picture. */
interface Looks {
  /** The density, with its unit. */
  density: Buffer | undefined
  orientation: Orientation | undefined
  transform: number | undefined
}

/**
 * Keeps the coded picture bit for bit, without comments, thumbnails, a second picture or bytes after the end. Undefined
 * when the bytes are no complete JPEG.
 */
export function bareJpeg(bytes: Buffer): BarePicture | undefined {
  const looks: Looks = { density: undefined, orientation: undefined, transform: undefined }
  const coded: Buffer[] = []
  const scans: number[] = []
  let frame: Frame | undefined
  let at = 2
  for (let count = 0; count < mostSegments; count += 1) {
    at = nextMarker(bytes, at)
    const kind = bytes[at + 1]
    if (kind === undefined) return undefined
    if (standsAlone(kind)) {
      at += 2
      continue
    }
    if (kind === marker.eoi) return frame && scans.length > 0 ? picture(frame, looks, coded, scans) : undefined
    // A length of 0 or 1 is an empty segment to decoders.
    const after = at + 2 + Math.max(2, at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0)
    const content = bytes.subarray(at + 4, after)
    if (after > bytes.length) return undefined
    if (frames.has(kind)) {
      if (frame) return undefined
      frame = readFrame(content, kind === progressive)
      if (!frame) return undefined
    } else if (kind === marker.sos) {
      const blocks = frame && readScan(content, frame)
      if (!blocks) return undefined
      scans.push(blocks)
    } else if ((kind >= app0 && kind <= app15) || kind === marker.com || kind === marker.dnl) {
      if (scans.length === 0) readLooks(kind, content, looks)
      at = after
      continue
    } else if (!isTable(kind, content)) return undefined
    const next = kind === marker.sos ? scanEnd(bytes, after) : after
    if (next === undefined) return undefined
    coded.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

function picture(frame: Frame, looks: Looks, coded: readonly Buffer[], scans: readonly number[]): BarePicture {
  const { density, orientation, transform } = looks
  const before = [
    ...(density ? [jfif(density)] : []),
    ...(orientation && orientation > 1 ? [heldAs(orientation)] : []),
    ...(transform === undefined ? [] : [adobe(transform)]),
  ]
  const comesInOrder = !frame.isProgressive && scans[0] === frame.blocks
  const load = {
    pixels: frame.width * frame.height,
    // A coefficient takes two bytes until the last scan has completed it.
    heldBytes: comesInOrder ? 0 : frame.blocks * 64 * 2,
    work: scans.reduce((sum, blocks) => sum + blocks, 0) * 64,
  }
  return { bytes: Buffer.concat([start, ...before, ...coded, end]), load }
}

function readLooks(kind: number, content: Buffer, looks: Looks): void {
  const begins = (text: string) => content.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))
  if (kind === app0 && begins('JFIF\0') && content.length >= 14) looks.density ??= content.subarray(5, 12)
  if (kind === app14 && begins('Adobe') && content.length >= 12) looks.transform = content[11]
  if (kind === app1 && begins('Exif\0\0'))
    looks.orientation ??= readOrientation(
      new DataView(content.buffer, content.byteOffset + 6, Math.max(0, content.length - 6)),
    )
}

/** Whether the content consists of tables only: no data hides after them. */
function isTable(kind: number, content: Buffer): boolean {
  if (kind === marker.dri) return content.length === 2
  if (kind !== marker.dqt && kind !== marker.dht) return false
  let at = 0
  while (at < content.length) {
    const head = content[at] ?? 0
    // Two classes of four tables each: a decoder knows no others.
    if (head >> 4 > 1 || (head & 15) > 3) return false
    const codes = content.subarray(at + 1, at + 17).reduce((sum, some) => sum + some, 0)
    if (kind === marker.dht && codes > 256) return false
    at += kind === marker.dht ? 17 + codes : head >= 16 ? 129 : 65
  }
  return at === content.length
}

/** A restart marker outside of coded data, and the marker TEM, have no content. */
const standsAlone = (kind: number) => kind === 1 || (kind >= 0xd0 && kind <= 0xd7)

/** Skips bytes between two segments, as every decoder does. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && (bytes[at + 1] === 0xff || bytes[at + 1] === 0)) at = bytes.indexOf(0xff, at + 1)
  return at < 0 ? bytes.length : at
}

/** The end of coded data: the first 0xff that is neither stuffed, a restart marker nor fill. */
function scanEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    const fillFrom = at
    while (bytes[at] === 0xff) at += 1
    const next = bytes[at]
    if (next === undefined) return undefined
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return fillFrom
  }
  return undefined
}
