import { type Orientation, type PhotoFacts, readOrientation } from './photo.ts'
import { pngChunks } from './png.ts'

export const jpegMarker = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
}

/** One marker segment of a JPEG: `start` at its 0xff, `end` after its last byte, after a scan's coded data. */
export interface JpegSegment {
  marker: number
  start: number
  end: number
}

const standsAlone = (marker: number) => marker === 0x01 || marker === jpegMarker.soi || marker === jpegMarker.eoi
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/**
 * The next 0xff that is neither stuffed, a restart nor fill. Stray bytes before it are skipped, as every decoder does:
 * one of a thousand real photos has some.
 */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const next = bytes[at + 1] ?? 0
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** The segments of the first picture up to its EOI; a file that stops before has no EOI in the list. */
export function jpegSegments(bytes: Uint8Array): JpegSegment[] {
  const segments: JpegSegment[] = []
  for (let start = nextMarker(bytes, 2); start < bytes.length; ) {
    const marker = bytes[start + 1] ?? 0
    // A length of 0 or 1 is an empty segment to decoders.
    const length = Math.max(2, ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0))
    const header = start + 2 + (standsAlone(marker) ? 0 : length)
    if (header > bytes.length) break
    const next = nextMarker(bytes, header)
    segments.push({ marker, start, end: marker === jpegMarker.sos ? next : header })
    if (marker === jpegMarker.eoi) break
    start = next
  }
  return segments
}

/** Orientation from an Exif APP1 segment. */
function exifOrientation(bytes: Uint8Array, { start, end }: JpegSegment): Orientation | undefined {
  const header = start + 4
  if (String.fromCharCode(...bytes.subarray(header, header + 4)) !== 'Exif') return undefined
  return readOrientation(new DataView(bytes.buffer, bytes.byteOffset + header + 6, Math.max(0, end - header - 6)))
}

// The first frame that few decoders know.
const arithmetic = 0xc3
// One component is grey, three are colour; four are CMYK, for printing.
const baselineComponents = new Set([1, 3])

/** Reads a file that starts like a JPEG: structure and headers only. */
export function readJpeg(bytes: Uint8Array): PhotoFacts | 'truncated' {
  const segments = jpegSegments(bytes)
  const last = segments.at(-1)
  const frame = segments.find(({ marker }) => isFrameHeader(marker))
  const complete = last?.marker === jpegMarker.eoi && segments.some(({ marker }) => marker === jpegMarker.sos)
  if (!frame || frame.end - frame.start < 10) return 'truncated'
  const view = new DataView(bytes.buffer, bytes.byteOffset + frame.start, frame.end - frame.start)
  const facts: PhotoFacts = {
    format: 'jpeg',
    width: view.getUint16(7),
    height: view.getUint16(5),
    orientation: 1,
    isSimple: view.getUint8(1) < arithmetic && view.getUint8(4) === 8 && baselineComponents.has(view.getUint8(9)),
  }
  // A header with no pixels, or far too many, is a better reason for a refusal than the missing end of the file.
  if (!complete && facts.width > 0 && facts.height > 0) return 'truncated'
  for (const segment of segments) {
    if (segment.marker !== jpegMarker.app1) continue
    const orientation = exifOrientation(bytes, segment)
    if (orientation) return { ...facts, orientation }
  }
  return facts
}

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function isPrivateSegment(bytes: Uint8Array, marker: number, start: number): boolean {
  if (marker === jpegMarker.comment) return true
  if (marker < jpegMarker.app0 || marker > jpegMarker.app15) return false
  // JFIF, the colour profile and Adobe's colour transform stay, since they change how the picture looks; all else goes.
  if (marker === jpegMarker.app0 || marker === jpegMarker.app14) return false
  return !(
    marker === jpegMarker.app2 && String.fromCharCode(...bytes.subarray(start + 4, start + 15)) === 'ICC_PROFILE'
  )
}

const pictureChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])

/** Exif with the orientation only: without it, a picture that is not redrawn would lie on its side. */
export const heldAs = (orientation: Orientation) =>
  // biome-ignore format: one line each for the marker, "Exif", the head of a big-endian TIFF, and its one entry.
  new Uint8Array([
    255, 225, 0, 34,
    69, 120, 105, 102, 0, 0,
    77, 77, 0, 42, 0, 0, 0, 8, 0, 1,
    1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
  ])

/** The same picture, bit for bit, without place, maker, date, thumbnail, comments or anything that no segment holds. */
export function withoutMetadata(bytes: Uint8Array, { format, orientation }: PhotoFacts): Uint8Array<ArrayBuffer> {
  if (format === 'png') {
    const kept = pngChunks(bytes).filter(({ type }) => pictureChunks.has(type))
    return join([bytes.subarray(0, 8), ...kept.map(chunk => bytes.subarray(chunk.start, chunk.end))])
  }
  const kept = jpegSegments(bytes).filter(({ marker, start }) => !isPrivateSegment(bytes, marker, start))
  return join([
    bytes.subarray(0, 2),
    ...(orientation > 1 ? [heldAs(orientation)] : []),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
  ])
}
