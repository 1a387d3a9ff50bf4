import {
  jpegSegments,
  jpegMarker as marker,
  orientationSegment,
} from '../../../src/documents/image/jpeg-segments.ts'
import { type Orientation, readOrientation } from '../../../src/documents/image/photo.ts'
import type { BarePicture } from './bare-picture.ts'
import { type Frame, readFrame, readScan } from './jpeg-frame.ts'

/** Browsers display no arithmetic, lossless or hierarchical frames. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const progressive = 0xc2
/**
 * Cameras write a dozen segments, the most thorough optimisers a hundred; comments may come line by
 * line.
 */
const mostSegments = 10_000

/** Of each pass, measured: 0.2 to 1.1 ns. */
const msPerValue = 1e-6

const start = Buffer.from([0xff, 0xd8])
const end = Buffer.from([0xff, marker.eoi])
/**
 * Builds a JFIF segment: its presence says that the colours are YCbCr; it gives the pixel density
 * and no thumbnail.
 */
const jfif = (density: Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, marker.app0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
    density,
    Buffer.from([0, 0]),
  ])
const adobe = (transform: number) =>
  Buffer.from([
    0xff,
    marker.app14,
    0,
    14,
    0x41,
    0x64,
    0x6f,
    0x62,
    0x65,
    0,
    100,
    0,
    0,
    0,
    0,
    transform,
  ])

/** What the application segments say about the appearance of the picture. */
interface Looks {
  /** The density, with its unit. */
  density: Buffer | undefined
  orientation: Orientation | undefined
  transform: number | undefined
}

/**
 * Keeps the coded picture bit for bit, without comments, thumbnails, a second picture or bytes
 * after the end. Undefined when the bytes are no complete JPEG.
 */
export function bareJpeg(bytes: Buffer): BarePicture | undefined {
  const looks: Looks = { density: undefined, orientation: undefined, transform: undefined }
  const coded: Buffer[] = []
  const scans: number[] = []
  let frame: Frame | undefined
  let count = 0
  for (const { marker: kind, start, contentEnd, end } of jpegSegments(bytes)) {
    count += 1
    if (count > mostSegments) return undefined
    if (kind === marker.eoi)
      return frame && scans.length > 0 ? picture(frame, looks, coded, scans) : undefined
    if (kind === marker.tem) continue
    const content = bytes.subarray(start + 4, contentEnd)
    if (frames.has(kind)) {
      if (frame) return undefined
      frame = readFrame(content, kind === progressive)
      if (!frame) return undefined
    } else if (kind === marker.sos) {
      const blocks = frame && readScan(content, frame)
      if (!blocks) return undefined
      scans.push(blocks)
    } else if (
      (kind >= marker.app0 && kind <= marker.app15) ||
      kind === marker.comment ||
      kind === marker.dnl
    ) {
      if (scans.length === 0) readLooks(kind, content, looks)
      continue
    } else if (!isTable(kind, content)) return undefined
    coded.push(bytes.subarray(start, end))
  }
  return undefined
}

function picture(
  frame: Frame,
  looks: Looks,
  coded: readonly Buffer[],
  scans: readonly number[],
): BarePicture {
  const { density, orientation, transform } = looks
  const before = [
    ...(density ? [jfif(density)] : []),
    ...(orientation && orientation > 1 ? [orientationSegment(orientation)] : []),
    ...(transform === undefined ? [] : [adobe(transform)]),
  ]
  const comesInOrder = !frame.isProgressive && scans[0] === frame.blocks
  const load = {
    pixels: frame.width * frame.height,
    // A coefficient takes two bytes until the last scan has completed it.
    heldBytes: comesInOrder ? 0 : frame.blocks * 64 * 2,
    workMs: scans.reduce((sum, blocks) => sum + blocks, 0) * 64 * msPerValue,
  }
  return { bytes: Buffer.concat([start, ...before, ...coded, end]), load }
}

function readLooks(kind: number, content: Buffer, looks: Looks): void {
  const begins = (text: string) =>
    content.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))
  if (kind === marker.app0 && begins('JFIF\0') && content.length >= 14)
    looks.density ??= content.subarray(5, 12)
  if (kind === marker.app14 && begins('Adobe') && content.length >= 12)
    looks.transform = content[11]
  if (kind === marker.app1 && begins('Exif\0\0'))
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
