import { type PhotoFacts, readOrientation } from './photo.ts'

/** One chunk of a PNG: `start` at its length field, `end` after its checksum. */
export interface PngChunk {
  type: string
  start: number
  end: number
}

/** The chunks up to IEND; a file that stops before has no IEND in the list. */
export function pngChunks(bytes: Uint8Array): PngChunk[] {
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

/** The checksum over a chunk's type and data. */
function checksum(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1))
  }
  return ~sum >>> 0
}

const colourTypesWithAlpha = new Set([4, 6])

/** A PNG's eXIf chunk is a bare TIFF block; cameras do not write it, but scanners' apps do. */
const exifOrientation = (bytes: Uint8Array, { start, end }: PngChunk) =>
  readOrientation(new DataView(bytes.buffer, bytes.byteOffset + start + 8, end - start - 12))

/** Reads a file that starts like a PNG: structure and headers only. */
export function readPng(bytes: Uint8Array): PhotoFacts | 'truncated' {
  const chunks = pngChunks(bytes)
  const header = chunks[0]
  const last = chunks.at(-1)
  if (header?.type !== 'IHDR' || header.end - header.start !== 25 || !last) return 'truncated'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint32(header.start + 8)
  const height = view.getUint32(header.start + 12)
  const complete =
    last.type === 'IEND' &&
    chunks.some(({ type }) => type === 'IDAT') &&
    // Chunks whose name begins with a small letter are not part of the picture, and are removed:
    // they are not checked.
    chunks.every(
      ({ type, start, end }) =>
        type > 'Z' || checksum(bytes.subarray(start + 4, end - 4)) === view.getUint32(end - 4),
    )
  // A header with no pixels is a better reason for a refusal than the missing end of the file.
  if (!complete && width > 0 && height > 0) return 'truncated'
  const exif = chunks.find(({ type }) => type === 'eXIf')
  return {
    format: 'png',
    width,
    height,
    orientation: (exif && exifOrientation(bytes, exif)) ?? 1,
    isSimple:
      (bytes[header.start + 16] ?? 0) <= 8 &&
      !colourTypesWithAlpha.has(bytes[header.start + 17] ?? 0) &&
      !chunks.some(({ type }) => type === 'tRNS'),
  }
}

/** Samples per pixel, for each colour type. */
const samples = [1, 0, 3, 1, 2, 0, 4]

/**
 * Browsers draw a PNG whose last rows are missing, as far as it goes: so its bytes are counted
 * while inflating, and none is kept. Each row starts with a filter byte; an interlaced PNG never
 * has fewer bytes. Counts as complete where this browser can't inflate.
 */
export async function isWholePng(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (typeof DecompressionStream === 'undefined') return true
  const header = new DataView(bytes.buffer, bytes.byteOffset + 16)
  const bits = header.getUint8(8) * (samples[header.getUint8(9)] ?? 0)
  let missing = header.getUint32(4) * (1 + Math.ceil((header.getUint32(0) * bits) / 8))
  const data = pngChunks(bytes).filter(({ type }) => type === 'IDAT')
  const count = new WritableStream<Uint8Array>({
    write: ({ length }) => {
      missing -= length
    },
  })
  await new Blob(data.map(({ start, end }) => bytes.subarray(start + 8, end - 4)))
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
    .pipeTo(count)
    // The stream ended too early, which the count shows, or too late: bytes after the last row
    // belong to no row.
    .catch(() => undefined)
  return missing <= 0
}
