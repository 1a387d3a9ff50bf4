import type { Size } from './geometry.ts'

export interface Pixels extends Size {
  data: Uint8ClampedArray
}

/** Red, green and blue of a picture, each row by row, with the print removed. */
export interface Planes extends Size {
  planes: Uint8Array[]
}

// Half the width of the strokes that are removed: print is thin and darker than its paper.
const radius = 3

/**
 * In place: each byte becomes the greatest of itself and the six after it, `step` apart: of two,
 * then of four, then of seven.
 */
function slide(bytes: Uint8Array, step: number) {
  for (const ahead of [step, 2 * step, radius * step]) {
    const end = bytes.length - ahead
    for (let at = 0; at < end; at += 1) {
      const other = bytes[at + ahead] ?? 0
      if (other > (bytes[at] ?? 0)) bytes[at] = other
    }
  }
}

/**
 * Spreads what is bright over what is thin and dark, then what is dark (which is bright in the
 * negative) as far back.
 */
export function planesOf({ width, height, data }: Pixels): Planes {
  const wide = width + 2 * radius
  const padded = new Uint8Array(wide * (height + 2 * radius))
  const planes = [0, 1, 2].map(channel => {
    const plane = new Uint8Array(width * height)
    for (let at = 0; at < plane.length; at += 1) plane[at] = data[at * 4 + channel] ?? 0
    for (let pass = 0; pass < 2; pass += 1) {
      padded.fill(0)
      for (let y = 0; y < height; y += 1)
        padded.set(plane.subarray(y * width, (y + 1) * width), (y + radius) * wide + radius)
      slide(padded, 1)
      slide(padded, wide)
      for (let y = 0; y < height; y += 1)
        plane.set(padded.subarray(y * wide, y * wide + width), y * width)
      for (let at = 0; at < plane.length; at += 1) plane[at] = 255 - (plane[at] ?? 0)
    }
    return plane
  })
  return { width, height, planes }
}
