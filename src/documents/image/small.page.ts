import { fitInside } from './geometry.ts'

/** In pixels: as large as a row shows it on a sharp phone. */
const side = 900

/**
 * A picture for display only. The browser keeps a displayed picture decoded, and five photos at sending size would take
 * 60 MB.
 */
export async function smallOf(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  const { width, height } = fitInside(bitmap, side)
  const canvas = new OffscreenCanvas(width, height)
  try {
    const pen = canvas.getContext('2d', { alpha: false })
    if (!pen || bitmap.width === width) return picture
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    pen.imageSmoothingQuality = 'medium'
    pen.drawImage(bitmap, 0, 0, width, height)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  } finally {
    bitmap.close()
    canvas.width = 0
    canvas.height = 0
  }
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * One picture is decoded at a time on this page: each takes tens of megabytes, and with two a cheap phone ends the
 * page.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work)
  previous = turn.catch(() => undefined)
  return turn
}
