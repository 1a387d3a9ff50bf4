import sharp from 'sharp'
import { barePng } from '../../src/images/png.ts'

/**
 * A real photograph of noise: noise hardly compresses, so its size follows its pixels. It is stored
 * as it is.
 */
export async function photograph(
  seed: number,
  width = 640,
  height = 480,
  format: 'jpeg' | 'png' | 'gif' | 'webp' = 'jpeg',
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed * 2654435761 + 1
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    pixels[index] = state >>> 24
  }
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
  // libvips writes into a PNG how dense it is, which the provider does not keep.
  return (format === 'png' ? barePng(bytes)?.bytes : undefined) ?? bytes
}

export async function base64Photograph(seed: number, ...rest: [number?, number?]): Promise<string> {
  return (await photograph(seed, ...rest)).toString('base64')
}
