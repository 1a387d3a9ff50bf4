import type { Pen } from './platform.ts'

type Reader = Pick<Pen, 'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData'>

/** RGBA of four bars, as wide as a JPEG's block of colour. */
const bars = [200, 40, 40, 255, 40, 160, 60, 255, 50, 70, 200, 255, 230, 200, 60, 255]
const wide = 16
export const known = { width: 4 * wide, height: wide }

// Firefox's private windows alter a value by 1, a JPEG of these bars by 3.
const tolerance = 8

function mark(pen: Reader): void {
  for (let at = 0; at < 4; at += 1) {
    pen.fillStyle = `rgb(${bars.slice(at * 4, at * 4 + 3)})`
    pen.fillRect(at * wide, 0, wide, wide)
  }
}

/**
 * Whether the bars are what `pen` reads: their inner halves, since JPEG blurs where two colours
 * meet.
 */
const isMarked = (pen: Reader, width: number): boolean =>
  pen
    .getImageData(0, 0, Math.min(known.width, width), 1)
    .data.every(
      (value, at) =>
        (((at >> 2) + wide / 4) & (wide / 2)) === 0 ||
        Math.abs(value - (bars[((at >> 6) << 2) | (at & 3)] ?? 0)) <= tolerance,
    )

/**
 * Whether a canvas lets its own pixels be read: to protect privacy, some browsers answer with
 * noise, and no error.
 */
export function isReadable(pen: Reader, width: number): boolean {
  mark(pen)
  return isMarked(pen, width)
}

/** Whether known pixels come back as they were, once they are encoded, decoded and drawn. */
export async function comeBack(
  pen: Reader,
  encode: () => Promise<Blob>,
  decode: (picture: Blob) => Promise<CanvasImageSource>,
): Promise<boolean> {
  mark(pen)
  const picture = await decode(await encode())
  // What has been decoded may be empty: the bars must not be seen through it.
  pen.fillRect(0, 0, known.width, known.height)
  pen.drawImage(picture, 0, 0)
  return isMarked(pen, known.width)
}
