import type { Orientation, PhotoFacts } from './facts.ts'

/** One chunk of a PNG: `start` at its length field, `end` after its checksum. */
export type PngChunk = { type: string; start: number; end: number }

/** The chunks up to IEND; a file that stops before has no IEND in the list. */
export const pngChunks = (bytes: Uint8Array): PngChunk[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: PngChunk[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) break
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    chunks.push({ type, start: at, end })
    if (type === 'IEND') break
    at = end
  }
  return chunks
}

const colourTypesWithAlpha = new Set([4, 6])

/** A PNG's eXIf chunk is a bare TIFF block; cameras do not write it, but scanners' apps do. */
const exifOrientation = (bytes: Uint8Array, { start, end }: PngChunk): Orientation => {
  const tiff = new DataView(bytes.buffer, bytes.byteOffset + start + 8, end - start - 12)
  if (tiff.byteLength < 14) return 1
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return 1
  const entries = tiff.getUint16(directory, little)
  for (let at = directory + 2; at + 12 <= tiff.byteLength && at < directory + 2 + entries * 12; at += 12) {
    const value = tiff.getUint16(at + 8, little)
    if (tiff.getUint16(at, little) === 0x0112 && value >= 1 && value <= 8) return value as Orientation
  }
  return 1
}

/** Reads a file that starts like a PNG: structure and headers only. */
export const readPng = (bytes: Uint8Array): PhotoFacts | 'truncated' => {
  const chunks = pngChunks(bytes)
  const header = chunks[0]
  const last = chunks.at(-1)
  if (header?.type !== 'IHDR' || header.end - header.start !== 25 || !last) return 'truncated'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint32(header.start + 8)
  const height = view.getUint32(header.start + 12)
  const complete = last.type === 'IEND' && chunks.some(({ type }) => type === 'IDAT')
  // A header that announces no pixels says more than the missing end of its file.
  if (!complete && width > 0 && height > 0) return 'truncated'
  const exif = chunks.find(({ type }) => type === 'eXIf')
  return {
    format: 'png',
    width,
    height,
    orientation: exif ? exifOrientation(bytes, exif) : 1,
    plain:
      (bytes[header.start + 16] ?? 0) <= 8 &&
      !colourTypesWithAlpha.has(bytes[header.start + 17] ?? 0) &&
      !chunks.some(({ type }) => type === 'tRNS'),
    end: last.end,
  }
}
