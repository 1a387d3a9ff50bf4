import type { Size } from './geometry.ts'

/** What the pipeline draws with: the part of a 2D context that worker and page share. */
export type Pen = Pick<
  OffscreenCanvasRenderingContext2D,
  'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality' | 'putImageData' | 'setTransform'
>

/** A canvas. `release` gives its memory back at once: cheap phones kill the tab that waits for the collector. */
export type Sheet = Size & {
  pen: Pen
  image: CanvasImageSource
  encode: (type: 'image/jpeg' | 'image/png', quality: number) => Promise<Blob>
  release: () => void
}

/** A decoded picture, upright. */
export type Picture = Size & { image: CanvasImageSource; release: () => void }

/** The browser's own picture tools, in a worker or on a page. `decode` rejects a picture that is not whole. */
export type Platform = { decode: (blob: Blob) => Promise<Picture>; sheet: (size: Size) => Sheet }

const decode = async (blob: Blob): Promise<Picture> => {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  return { width: bitmap.width, height: bitmap.height, image: bitmap, release: () => bitmap.close() }
}

const sheet = ({ width, height }: Size): Sheet => {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!pen) throw new Error('no 2d context')
  return {
    width,
    height,
    pen,
    image: canvas,
    encode: (type, quality) => canvas.convertToBlob({ type, quality }),
    release: () => {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

/** createImageBitmap and OffscreenCanvas: the worker's tools, and the page's where it has them. */
export const offscreen: Platform = { decode, sheet }
