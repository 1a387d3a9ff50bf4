import sharp from 'sharp'
import { imagePixels } from '../limits/limits.ts'

// A cache of decoded photographs is useless here, and one thread per photograph leaves a core for
// the other calls.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes into a thumbnail: libjpeg shrinks a JPEG while it reads, so the full picture is never in
 * memory.
 */
export async function decodesToItsEnd(bytes: Uint8Array): Promise<boolean> {
  try {
    const image = sharp(bytes, {
      failOn: 'truncated',
      limitInputPixels: imagePixels,
      sequentialRead: true,
    })
    await image.resize(64, 64, { fit: 'inside' }).raw().toBuffer()
    return true
  } catch {
    return false
  }
}
