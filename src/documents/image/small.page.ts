import { fitInside } from './geometry.ts'
import { comeBack, known } from './known-pixels.ts'

/** In pixels: as large as a row shows it on a sharp phone. */
const side = 900

/**
 * A picture for display only. The browser keeps a displayed picture decoded, and five photos at
 * sending size would take 60 MB.
 */
export async function smallOf(picture: Blob): Promise<Blob> {
  const canvas = new OffscreenCanvas(known.width, known.height)
  const pen = canvas.getContext('2d', { alpha: false })
  const encode = () => canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  if (!pen || !(await comeBack(pen, encode, createImageBitmap))) return picture
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  const { width, height } = fitInside(bitmap, side)
  try {
    if (bitmap.width === width) return picture
    canvas.width = width
    canvas.height = height
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    // 'medium' halves the whole picture first: a quarter of a second in which no touch is answered.
    pen.imageSmoothingQuality = 'low'
    pen.drawImage(bitmap, 0, 0, width, height)
    return await encode()
  } finally {
    bitmap.close()
    canvas.width = 0
    canvas.height = 0
  }
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * One picture is decoded at a time on this page: each takes tens of megabytes, and with two a cheap
 * phone ends the page.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work)
  previous = turn.catch(() => undefined)
  return turn
}
