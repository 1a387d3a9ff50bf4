import { type Size, upright } from './geometry.ts'

/** What the pipeline draws with: the part of a 2D context that worker and page share. */
export type Pen = Pick<
  OffscreenCanvasRenderingContext2D,
  'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality' | 'putImageData' | 'setTransform'
>

/** A canvas. `release` gives its memory back at once: cheap phones kill the tab that waits for the collector. */
export interface Sheet extends Size {
  pen: Pen
  image: CanvasImageSource
  encode: (type: 'image/jpeg' | 'image/png', quality: number) => Promise<Blob>
  release: () => void
}

/** A decoded picture, upright. */
export interface Picture extends Size {
  image: CanvasImageSource
  release: () => void
}

/** A JPEG's stored size, how it was held, and the eighths of it that are enough. */
export interface Reduced extends Size {
  orientation: number
  eighths: number
}

/**
 * The browser's own picture tools, in a worker or on a page. `decode` rejects a picture that is not whole, and gives
 * it smaller where that is enough and the browser can.
 */
export interface Platform {
  decode: (blob: Blob, reduced?: Reduced) => Promise<Picture>
  sheet: (size: Size) => Sheet
}

type Frame = ImageBitmapSource & { displayWidth: number; close: () => void }

/** What of WebCodecs is needed: its decoder makes no more pixels of a JPEG than it is asked for. */
declare const ImageDecoder:
  | (new (init: {
      data: ArrayBuffer
      transfer: ArrayBuffer[]
      type: string
      desiredWidth: number
      desiredHeight: number
    }) => { decode: () => Promise<{ image: Frame }>; close: () => void })
  | undefined

const pictureOf = (bitmap: ImageBitmap): Picture => ({
  width: bitmap.width,
  height: bitmap.height,
  image: bitmap,
  release: () => bitmap.close(),
})

// The decoder takes the largest eighth that is not larger than what is desired.
const slack = 2

const sameShape = (one: Size, other: Size): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) < 0.02

/** Twelve megapixels are 48 MB decoded, and half their width is a quarter of that and of the time. */
async function decodeReduced(blob: Blob, stored: Reduced): Promise<Picture | undefined> {
  const { width, height, eighths } = stored
  if (typeof ImageDecoder === 'undefined' || eighths >= 8) return undefined
  const data = await blob.arrayBuffer()
  const decoder = new ImageDecoder({
    data,
    transfer: [data],
    type: blob.type,
    desiredWidth: Math.ceil((width * eighths) / 8) + slack,
    desiredHeight: Math.ceil((height * eighths) / 8) + slack,
  })
  try {
    const { image } = await decoder.decode()
    const { displayWidth } = image
    // Drawn as it is, a frame leaves its pixels in Chromium's caches, for this picture and all that come after it.
    const bitmap = await createImageBitmap(image).finally(() => image.close())
    if (bitmap.width === displayWidth && sameShape(bitmap, upright(stored))) return pictureOf(bitmap)
    // This browser has lost on the way how the phone was held, or squeezed an upright picture into the one that lies.
    bitmap.close()
    return undefined
  } finally {
    decoder.close()
  }
}

const decodeWhole = async (blob: Blob): Promise<Picture> =>
  pictureOf(await createImageBitmap(blob, { imageOrientation: 'from-image' }))

/** Where the small way fails, the ordinary one decides whether the picture is whole. */
const decode = async (blob: Blob, reduced?: Reduced): Promise<Picture> =>
  (reduced && (await decodeReduced(blob, reduced).catch(() => undefined))) ?? decodeWhole(blob)

/** A worker's or a page's. */
type Canvas = CanvasImageSource & {
  width: number
  height: number
  getContext(kind: '2d', options: { alpha: boolean; willReadFrequently: boolean }): Pen | null
}

/** @throws Error where the browser gives no context: it has no memory left for one */
export function sheetOf(canvas: Canvas, encode: Sheet['encode']): Sheet {
  const { width, height } = canvas
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!pen) throw new Error('no 2d context')
  return {
    width,
    height,
    pen,
    image: canvas,
    encode,
    release: () => {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

function sheet({ width, height }: Size): Sheet {
  const canvas = new OffscreenCanvas(width, height)
  return sheetOf(canvas, (type, quality) => canvas.convertToBlob({ type, quality }))
}

/** createImageBitmap and OffscreenCanvas: the worker's tools, and the page's where it has them. */
export const offscreen: Platform = { decode, sheet }
