import sharp from 'sharp'
import { maxUploadBytes } from '../src/rules/documents.ts'
import { imageDecodeSeconds, imagePixels, imagesDecodedTogether } from './limits.ts'
import { Turnstile } from './turnstile.ts'

export type ImageRefusal = 'notBase64' | 'tooLarge' | 'notImage'
export type ImageCheck = { bytes: Buffer } | { refusal: ImageRefusal }

const signatures = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]
const decoding = new Turnstile(imagesDecodedTogether)

// A cache of decoded photographs helps nobody here, and one thread per photograph leaves a core to the other calls.
sharp.cache(false)
sharp.concurrency(1)

/** Bare base64 of a JPEG or PNG that really decodes to its end; its name and declared type play no part. */
export async function checkImage(text: string): Promise<ImageCheck> {
  const bytes = bytesOf(text)
  if (!bytes) return { refusal: 'notBase64' }
  if (bytes.length > maxUploadBytes) return { refusal: 'tooLarge' }
  if (!signatures.some(signature => bytes.subarray(0, signature.length).equals(signature)))
    return { refusal: 'notImage' }
  const decodes = await decoding.run(() => decodesToItsEnd(bytes))
  return decodes ? { bytes } : { refusal: 'notImage' }
}

/** Node passes over what is no base64, so that fewer bytes come out, and also reads the alphabet of addresses. */
function bytesOf(text: string): Buffer | undefined {
  if (text.length === 0 || text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined
}

/** Decodes into a thumbnail: a JPEG is shrunk while it loads, so the full picture never lies in memory. */
async function decodesToItsEnd(bytes: Buffer): Promise<boolean> {
  try {
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: imagePixels, sequentialRead: true })
    await image.resize(64, 64, { fit: 'inside' }).raw().timeout({ seconds: imageDecodeSeconds }).toBuffer()
    return true
  } catch {
    return false
  }
}
