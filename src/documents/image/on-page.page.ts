import type { Size } from './geometry.ts'
import { offscreen, type Picture, type Platform, type Sheet, sheetOf } from './platform.ts'

async function decodeByElement(blob: Blob): Promise<Picture> {
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

function sheetByElement({ width, height }: Size): Sheet {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return sheetOf(
    canvas,
    (type, quality) =>
      new Promise((resolve, reject) => {
        canvas.toBlob(
          blob => (blob ? resolve(blob) : reject(new Error('no encoder'))),
          type,
          quality,
        )
      }),
  )
}

/**
 * Tries createImageBitmap first, which is strict. Until 2023, browsers lack it or its option for an
 * upright picture.
 */
const decode: Platform['decode'] = (blob, reduced) =>
  offscreen.decode(blob, reduced).catch(error => {
    // A DOMException is about the picture, and holds. Any other error is about createImageBitmap
    // itself: try the element.
    if (error instanceof DOMException) throw error
    return decodeByElement(blob)
  })

/** The page's tools, for a browser whose worker cannot start or lacks the tools. */
export const onPage: Platform = {
  decode,
  sheet: typeof OffscreenCanvas === 'undefined' ? sheetByElement : offscreen.sheet,
}
