import type { Size } from './geometry.ts'
import { decodeReduced, type Reduced } from './reduced.ts'

/** What the pipeline draws with: the part of a 2D context that worker and page share. */
export type Pen = Pick<
  OffscreenCanvasRenderingContext2D,
  | 'drawImage'
  | 'fillRect'
  | 'fillStyle'
  | 'getImageData'
  | 'imageSmoothingQuality'
  | 'putImageData'
  | 'setTransform'
>

/**
 * A canvas. `release` gives its memory back at once: cheap phones kill the tab that waits for the
 * collector.
 */
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

/**
 * The browser's own picture tools, in a worker or on a page. `decode` rejects an incomplete
 * picture, and returns a reduced one where that is enough and the browser can.
 */
export interface Platform {
  decode: (blob: Blob, reduced?: Reduced) => Promise<Picture>
  sheet: (size: Size) => Sheet
}

const pictureOf = (bitmap: ImageBitmap): Picture => ({
  width: bitmap.width,
  height: bitmap.height,
  image: bitmap,
  release: () => bitmap.close(),
})

const decodeWhole = async (blob: Blob): Promise<Picture> =>
  pictureOf(await createImageBitmap(blob, { imageOrientation: 'from-image' }))

/** Where the reduced decoder fails, the ordinary one decides whether the picture is complete. */
async function decode(blob: Blob, reduced?: Reduced): Promise<Picture> {
  const small = reduced && (await decodeReduced(blob, reduced).catch(() => undefined))
  return small ? pictureOf(small) : decodeWhole(blob)
}

/** A worker's or a page's canvas. */
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
