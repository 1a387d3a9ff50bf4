import type { Orientation } from './photo.ts'

/**
 * How a JPEG is built; the provider walks it by the same steps, so that it takes what the portal
 * sends.
 */

export const jpegMarker = {
  tem: 0x01,
  dht: 0xc4,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dnl: 0xdc,
  dri: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
}

/**
 * `start` at the marker's 0xff, `end` after its last byte; of a scan, after its coded data, before
 * fill.
 */
export interface JpegSegment {
  marker: number
  start: number
  /** Its own content begins four bytes after `start`. */
  contentEnd: number
  end: number
}

const standsAlone = (marker: number) =>
  marker === jpegMarker.tem || marker === jpegMarker.soi || marker === jpegMarker.eoi

/**
 * The next 0xff that is neither stuffed, a restart nor fill. Stray bytes before it are skipped, as
 * every decoder does: one of a thousand real photos has some.
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

/** The segments of the first picture up to its EOI; of a file that stops before, no EOI comes. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment, void> {
  for (let start = nextMarker(bytes, 2); start < bytes.length; ) {
    const marker = bytes[start + 1] ?? 0
    // A length of 0 or 1 is an empty segment to decoders.
    const length = Math.max(2, ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0))
    const contentEnd = start + 2 + (standsAlone(marker) ? 0 : length)
    if (contentEnd > bytes.length) return
    const next = nextMarker(bytes, contentEnd)
    let end = contentEnd
    if (marker === jpegMarker.sos)
      for (end = next; bytes[end - 1] === 0xff && end > contentEnd; ) end -= 1
    yield { marker, start, contentEnd, end }
    if (marker === jpegMarker.eoi) return
    start = next
  }
}

/**
 * Exif with the orientation only: without it, a picture that is not redrawn would lie on its side.
 */
export const orientationSegment = (orientation: Orientation) =>
  // biome-ignore format: one line each for the marker, "Exif", the head of a big-endian TIFF, and its one entry.
  new Uint8Array([
    255, 225, 0, 34,
    69, 120, 105, 102, 0, 0,
    77, 77, 0, 42, 0, 0, 0, 8, 0, 1,
    1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
  ])
