import sharp from 'sharp'
import { maxUploadBytes } from '../shared.ts'

/** The same for the same seed. */
export function noiseBytes(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/**
 * Photos of random noise: it hardly compresses, so that the file weighs as much as a real photo.
 */
function noise(seed: number, format: 'jpeg' | 'png'): Promise<Buffer> {
  const [width, height] = [320, 240]
  return sharp(noiseBytes(width * height * 3, seed * 2654435761 + 1), {
    raw: { width, height, channels: 3 },
  })
    .toFormat(format)
    .toBuffer()
}

export const photo = async (seed: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<string> =>
  (await noise(seed, format)).toString('base64')

export async function truncatedPhoto(): Promise<string> {
  const bytes = await noise(77, 'jpeg')
  return bytes.subarray(0, Math.floor(bytes.length / 2)).toString('base64')
}

export const noPhoto = (): string =>
  Buffer.from('This is a letter and no picture. '.repeat(40)).toString('base64')

/**
 * A complete JPEG of exactly the largest size (section 9), or of `more` bytes beyond it, filled up
 * with JPEG comments.
 */
export async function largestPhoto(more = 0): Promise<string> {
  const bytes = await noise(78, 'jpeg')
  const parts = [bytes.subarray(0, 2)]
  let missing = maxUploadBytes + more - bytes.length
  while (missing > 0) {
    // A comment costs four bytes itself; a rest that is too small for another comment must not
    // remain.
    const size = missing > 65_537 + 4 ? 65_537 : Math.min(missing, 65_533)
    const comment = Buffer.alloc(size)
    comment.writeUInt16BE(0xfffe, 0)
    comment.writeUInt16BE(size - 2, 2)
    parts.push(comment)
    missing -= size
  }
  return Buffer.concat([...parts, bytes.subarray(2)]).toString('base64')
}
