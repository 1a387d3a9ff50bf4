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
        canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no encoder'))), type, quality)
      }),
  )
}

/** The strict decoder first. It is missing, or does not know how to be asked for an upright picture, until 2023. */
const decode: Platform['decode'] = (blob, reduced) =>
  offscreen.decode(blob, reduced).catch(error => {
    // What it says of the picture holds; anything else is said of itself.
    if (error instanceof DOMException) throw error
    return decodeByElement(blob)
  })

/** The page's tools, for a browser whose worker cannot start or lacks its own. */
export const onPage: Platform = {
  decode,
  sheet: typeof OffscreenCanvas === 'undefined' ? sheetByElement : offscreen.sheet,
}
