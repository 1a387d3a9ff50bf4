import { type Size, upright } from './geometry.ts'
import { orientationSegment } from './jpeg-segments.ts'

/** A JPEG's stored size and orientation, and how many eighths of it are enough. */
export interface Reduced extends Size {
  orientation: number
  eighths: number
}

type Frame = ImageBitmapSource & { displayWidth: number; close: () => void }

/**
 * The part of WebCodecs that is used: its decoder makes no more pixels of a JPEG than it is asked
 * for.
 */
declare const ImageDecoder:
  | (new (init: {
      data: ArrayBuffer
      transfer: ArrayBuffer[]
      type: string
      desiredWidth: number
      desiredHeight: number
    }) => { decode: () => Promise<{ image: Frame }>; close: () => void })
  | undefined

// The decoder takes the largest eighth that is not larger than what is desired.
const slack = 2

const sameShape = (one: Size, other: Size): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) < 0.02

const jpeg = 'image/jpeg'

/**
 * The bitmap as the browser returns it, upright or not: undefined where it has no such decoder, or
 * loses pixels on the way.
 */
async function decoded(
  blob: Blob,
  { width, height }: Size,
  eighths: number,
): Promise<ImageBitmap | undefined> {
  if (typeof ImageDecoder === 'undefined') return undefined
  const data = await blob.arrayBuffer()
  const decoder = new ImageDecoder({
    data,
    transfer: [data],
    type: jpeg,
    desiredWidth: Math.ceil((width * eighths) / 8) + slack,
    desiredHeight: Math.ceil((height * eighths) / 8) + slack,
  })
  try {
    const { image } = await decoder.decode()
    const { displayWidth } = image
    // Drawn as it is, a frame leaves its pixels in Chromium's caches, for this picture and all that
    // come after it.
    const bitmap = await createImageBitmap(image).finally(() => image.close())
    if (bitmap.width === displayWidth) return bitmap
    bitmap.close()
    return undefined
  } finally {
    decoder.close()
  }
}

/**
 * Whether this browser puts upright what it decodes small. Asked only for a picture upside down:
 * one on its side shows it by its size.
 */
async function putsUpright(): Promise<boolean> {
  const wide = { width: 64, height: 32 }
  const canvas = new OffscreenCanvas(wide.width, wide.height)
  canvas.getContext('2d')
  const upright = await canvas.convertToBlob({ type: jpeg })
  const bitmap = await decoded(
    new Blob([upright.slice(0, 2), orientationSegment(6), upright.slice(2)]),
    wide,
    4,
  )
  const stands = bitmap !== undefined && bitmap.width < bitmap.height
  bitmap?.close()
  return stands
}

/**
 * Decodes at a reduced size: twelve megapixels are 48 MB decoded, half their width is a quarter of
 * that and of the time.
 */
export async function decodeReduced(blob: Blob, stored: Reduced): Promise<ImageBitmap | undefined> {
  const { orientation, eighths } = stored
  if (eighths >= 8 || (orientation === 3 && !(await putsUpright()))) return undefined
  const bitmap = await decoded(blob, stored, eighths)
  if (bitmap && sameShape(bitmap, upright(stored))) return bitmap
  // This browser lost the orientation on the way, or squeezed an upright picture into the size of
  // one on its side.
  bitmap?.close()
  return undefined
}
