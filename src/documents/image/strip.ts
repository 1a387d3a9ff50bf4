import type { Orientation, PhotoFacts } from './facts.ts'
import { jpegMarker, jpegSegments } from './jpeg.ts'
import { pngChunks } from './png.ts'

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
  // JFIF, the colour profile and Adobe's colour transform change how the picture looks; nothing else stays.
  if (marker === jpegMarker.app0 || marker === jpegMarker.app14) return false
  return !(
    marker === jpegMarker.app2 && String.fromCharCode(...bytes.subarray(start + 4, start + 15)) === 'ICC_PROFILE'
  )
}

const pictureChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])

/** Exif that tells nothing but how the phone was held: without it a picture that is not drawn anew would lie on its side. */
export const heldAs = (orientation: Orientation) =>
  // biome-ignore format: one line each for the marker, "Exif", the head of a big-endian TIFF, and its one entry.
  new Uint8Array([
    255, 225, 0, 34,
    69, 120, 105, 102, 0, 0,
    77, 77, 0, 42, 0, 0, 0, 8, 0, 1,
    1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
  ])

/** The same picture, bit for bit, without place, maker, date, thumbnail, comments or anything after its end. */
export function withoutMetadata(bytes: Uint8Array, { format, end, orientation }: PhotoFacts): Uint8Array<ArrayBuffer> {
  if (format === 'png') {
    const kept = pngChunks(bytes).filter(({ type }) => pictureChunks.has(type))
    return join([bytes.subarray(0, 8), ...kept.map(chunk => bytes.subarray(chunk.start, chunk.end))])
  }
  const parts: Uint8Array[] = []
  let from = 0
  for (const segment of jpegSegments(bytes)) {
    if (!isPrivateSegment(bytes, segment.marker, segment.start)) continue
    parts.push(bytes.subarray(from, segment.start))
    if (from === 0 && orientation > 1) parts.push(heldAs(orientation))
    from = segment.end
  }
  return join([...parts, bytes.subarray(from, end)])
}
