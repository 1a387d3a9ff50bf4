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
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return { refusal: 'notBase64' }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > maxUploadBytes) return { refusal: 'tooLarge' }
  if (!signatures.some(signature => bytes.subarray(0, signature.length).equals(signature)))
    return { refusal: 'notImage' }
  const decodes = await decoding.run(() => decodesToItsEnd(bytes))
  return decodes ? { bytes } : { refusal: 'notImage' }
}

/** Decodes into a thumbnail: a JPEG is shrunk while it loads, so the full picture never lies in memory. */
async function decodesToItsEnd(bytes: Buffer): Promise<boolean> {
  try {
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: imagePixels, sequentialRead: true })
    const { format } = await image.metadata()
    if (format !== 'jpeg' && format !== 'png') return false
    await image.resize(64, 64, { fit: 'inside' }).raw().timeout({ seconds: imageDecodeSeconds }).toBuffer()
    return true
  } catch {
    return false
  }
}
