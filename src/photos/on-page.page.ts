import type { Size } from './geometry.ts'
import type { Picture, Platform, Sheet } from './platform.ts'
import { offscreen } from './platform.ts'

const decodeByElement = async (blob: Blob): Promise<Picture> => {
  const url = URL.createObjectURL(blob)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    return { width, height, image, release: () => image.removeAttribute('src') }
  } finally {
    URL.revokeObjectURL(url)
  }
}

const sheetByElement = ({ width, height }: Size): Sheet => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!pen) throw new Error('no 2d context')
  return {
    width,
    height,
    pen,
    image: canvas,
    encode: (type, quality) =>
      new Promise((resolve, reject) => {
        canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no encoder'))), type, quality)
      }),
    release: () => {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

/** The page's tools, for a browser whose worker cannot start: the strict decoder first, elements where it is missing. */
export const onPage: Platform = {
  decode: typeof createImageBitmap === 'undefined' ? decodeByElement : offscreen.decode,
  sheet: typeof OffscreenCanvas === 'undefined' ? sheetByElement : offscreen.sheet,
}
