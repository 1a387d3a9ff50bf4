import { type JpegSegment, jpegMarker, jpegSegments, orientationSegment } from './jpeg-segments.ts'
import { type Orientation, type PhotoFacts, readOrientation } from './photo.ts'
import { pngChunks } from './png.ts'

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Orientation from an Exif APP1 segment. */
function exifOrientation(bytes: Uint8Array, { start, end }: JpegSegment): Orientation | undefined {
  const header = start + 4
  if (String.fromCharCode(...bytes.subarray(header, header + 4)) !== 'Exif') return undefined
  return readOrientation(
    new DataView(bytes.buffer, bytes.byteOffset + header + 6, Math.max(0, end - header - 6)),
  )
}

// The first frame that few decoders know.
const arithmetic = 0xc3
// One component is grey, three are colour; four are CMYK, for printing.
const baselineComponents = new Set([1, 3])

/** Reads a file that starts like a JPEG: structure and headers only. */
export function readJpeg(bytes: Uint8Array): PhotoFacts | 'truncated' {
  const segments = [...jpegSegments(bytes)]
  const last = segments.at(-1)
  const frame = segments.find(({ marker }) => isFrameHeader(marker))
  const complete =
    last?.marker === jpegMarker.eoi && segments.some(({ marker }) => marker === jpegMarker.sos)
  if (!frame || frame.end - frame.start < 10) return 'truncated'
  const view = new DataView(bytes.buffer, bytes.byteOffset + frame.start, frame.end - frame.start)
  const facts: PhotoFacts = {
    format: 'jpeg',
    width: view.getUint16(7),
    height: view.getUint16(5),
    orientation: 1,
    isSimple:
      view.getUint8(1) < arithmetic &&
      view.getUint8(4) === 8 &&
      baselineComponents.has(view.getUint8(9)),
  }
  // A header with no pixels, or far too many, is a better reason for a refusal than the missing end
  // of the file.
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
  // JFIF, the colour profile and Adobe's colour transform stay, since they change how the picture
  // looks; all else goes.
  if (marker === jpegMarker.app0 || marker === jpegMarker.app14) return false
  return !(
    marker === jpegMarker.app2 &&
    String.fromCharCode(...bytes.subarray(start + 4, start + 15)) === 'ICC_PROFILE'
  )
}

const pictureChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
])

/**
 * The same picture, bit for bit, without place, maker, date, thumbnail, comments or anything that
 * no segment holds.
 */
export function withoutMetadata(
  bytes: Uint8Array,
  { format, orientation }: PhotoFacts,
): Uint8Array<ArrayBuffer> {
  if (format === 'png') {
    const kept = pngChunks(bytes).filter(({ type }) => pictureChunks.has(type))
    return join([
      bytes.subarray(0, 8),
      ...kept.map(chunk => bytes.subarray(chunk.start, chunk.end)),
    ])
  }
  const kept = [...jpegSegments(bytes)].filter(
    ({ marker, start }) => !isPrivateSegment(bytes, marker, start),
  )
  return join([
    bytes.subarray(0, 2),
    ...(orientation > 1 ? [orientationSegment(orientation)] : []),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
  ])
}
