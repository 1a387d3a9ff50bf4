import { maxUploadBytes } from '../../../src/spec/documents.ts'
import {
  imageDecodeMs,
  imageHeldBytes,
  imagePixels,
  imagesDecodedTogether,
  imageWorkMs,
  pngPixels,
} from '../limits/limits.ts'
import type { BarePicture, Load } from './bare-picture.ts'
import { Decoder, type Decoding } from './decoder.ts'
import { FairQueue, isHeavy, type Owner } from './fair-queue.ts'
import { bareJpeg } from './jpeg.ts'
import { NoDecoder } from './no-decoder.ts'
import { barePng } from './png.ts'

/** `late` says nothing about the photograph: the portal may send it again. */
export type ImageRefusal = 'notBase64' | 'tooLarge' | 'notImage' | 'tooManyPixels' | 'late'
/** The photograph without unnecessary metadata. `wasHeavy`: it took a decoder far longer. */
export type ImageCheck = { wasHeavy?: boolean } & ({ bytes: Buffer } | { refusal: ImageRefusal })

interface Format {
  signature: Buffer
  mostPixels: number
  bare(bytes: Buffer): BarePicture | undefined
}
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const formats: readonly Format[] = [
  { signature: Buffer.from([0xff, 0xd8, 0xff]), mostPixels: imagePixels, bare: bareJpeg },
  { signature: pngSignature, mostPixels: pngPixels, bare: barePng },
]
const queue = new FairQueue(imagesDecodedTogether)
const idle = Array.from({ length: imagesDecodedTogether }, () => new Decoder(imageDecodeMs))

/**
 * Accepts base64 of a JPEG or PNG that decodes to its end; file name and declared type do not
 * matter.
 */
export async function checkImage(text: string, owner: Owner): Promise<ImageCheck> {
  const bytes = bytesOf(text)
  if (!bytes) return { refusal: 'notBase64' }
  if (bytes.length > maxUploadBytes) return { refusal: 'tooLarge' }
  const format = formats.find(({ signature }) =>
    bytes.subarray(0, signature.length).equals(signature),
  )
  const picture = format?.bare(bytes)
  if (!format || !picture) return { refusal: 'notImage' }
  if (isTooMuch(picture.load, format)) return { refusal: 'tooManyPixels' }
  const { workMs } = picture.load
  const decoding = await queue.run(owner, workMs, () => decodeOnceOrTwice(picture.bytes))
  const wasHeavy = isHeavy(workMs) || decoding === 'late'
  if (decoding === 'whole') return { wasHeavy, bytes: picture.bytes }
  const isNone = decoding === 'notWhole' || decoding === 'crashed'
  return { wasHeavy, refusal: isNone ? 'notImage' : 'late' }
}

const isTooMuch = ({ pixels, heldBytes, workMs }: Load, { mostPixels }: Format) =>
  pixels > mostPixels || heldBytes > imageHeldBytes || workMs > imageWorkMs

/**
 * Node skips characters outside base64, so fewer bytes come out, and also accepts the URL-safe
 * alphabet.
 */
function bytesOf(text: string): Buffer | undefined {
  if (text.length === 0 || text.length % 4 !== 0 || text.includes('-') || text.includes('_'))
    return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined
}

/** A decoder may also die for other reasons, such as lack of memory, but hardly twice. */
async function decodeOnceOrTwice(bytes: Buffer): Promise<Decoding> {
  const decoder = idle.pop() ?? new Decoder(imageDecodeMs)
  try {
    const decoding = await decoder.decode(bytes)
    if (decoding !== 'crashed' && decoding !== 'gone') return decoding
    const again = await decoder.decode(bytes)
    if (again === 'gone') throw new NoDecoder(decoder.end)
    return again
  } finally {
    idle.push(decoder)
  }
}
