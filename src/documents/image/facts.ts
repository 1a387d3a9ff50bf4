import { lumaOf } from './fingerprint.ts'
import type { Corners, Size } from './geometry.ts'
import type { Pixels } from './planes.ts'
import { insideOf } from './polygon.ts'

/** Pixels of a tile's side, and of the longest side of what is measured: 64 tiles. */
export const tile = 16
export const measuredSide = 1024

/** What is measured of each tile, a byte each, plane by plane and each row by row. */
export interface Facts {
  columns: number
  rows: number
  planes: Uint8Array
}

export const factCount = 17

/** A part of the upright picture, in fractions. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

export const wholePart: Part = { left: 0, top: 0, width: 1, height: 1 }
// What lies round a sheet tells whether a finger or another sheet comes over it.
const around = 0.06

/** What is to be measured: the sheet with a little of its ground, or all where none stands out. */
export function partOf(corners: Corners | null, { width, height }: Size): Part {
  if (!corners) return wholePart
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [west, east, north, south] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ]
  const spare = around * Math.max((east - west) * width, (south - north) * height)
  const left = Math.max(0, west - spare / width)
  const top = Math.max(0, north - spare / height)
  return {
    left,
    top,
    width: Math.min(1, east + spare / width) - left,
    height: Math.min(1, south + spare / height) - top,
  }
}

/** The size at which a part is measured: whole tiles, 64 along its longer side. */
export function measuredSize(part: Part, { width, height }: Size): Size {
  const [wide, high] = [part.width * width, part.height * height]
  const scale = measuredSide / Math.max(wide, high)
  const tiles = (pixels: number) => Math.max(2, Math.round((pixels * scale) / tile / 2) * 2)
  return { width: tiles(wide) * tile, height: tiles(high) * tile }
}

const shining = 250

const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
/** A mean of squares as a byte: 16 for each doubling. */
const energy = (sum: number, count: number) => byte(16 * Math.log2(1 + sum / count))

/** The inside of four corners, as a byte of each tile's middle; 128 where no outline is known. */
function withinOf(corners: Corners | null, part: Part, columns: number, rows: number): Uint8Array {
  const plane = new Uint8Array(columns * rows).fill(corners ? 0 : 128)
  if (!corners) return plane
  const isInside = insideOf(corners)
  for (let at = 0; at < plane.length; at += 1) {
    const x = part.left + (((at % columns) + 0.5) / columns) * part.width
    const y = part.top + ((Math.floor(at / columns) + 0.5) / rows) * part.height
    if (isInside(x, y)) plane[at] = 255
  }
  return plane
}

/** 255 along the sides where the part ends with the picture. */
function borderOf({ left, top, width, height }: Part, columns: number, rows: number): Uint8Array {
  const plane = new Uint8Array(columns * rows)
  const [isLeft, isTop] = [left <= 0, top <= 0]
  const [isRight, isBottom] = [left + width >= 1 - 1e-6, top + height >= 1 - 1e-6]
  for (let at = 0; at < plane.length; at += 1) {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    if (
      (isLeft && x === 0) ||
      (isRight && x === columns - 1) ||
      (isTop && y === 0) ||
      (isBottom && y === rows - 1)
    )
      plane[at] = 255
  }
  return plane
}

/**
 * Measures a part of a picture, drawn at its `measuredSize`.
 * @param corners of the sheet in the whole picture, as for `partOf`
 */
export function factsOf(pixels: Pixels, part: Part, corners: Corners | null): Facts {
  const { data, width, height } = pixels
  const columns = width / tile
  const rows = height / tile
  const luma = lumaOf(data, width, height).levels
  const count = columns * rows
  const planes = new Uint8Array(count * factCount)
  const put = (plane: number, at: number, value: number) => {
    planes[plane * count + at] = value
  }
  for (let at = 0; at < count; at += 1) {
    const left = (at % columns) * tile
    const top = Math.floor(at / columns) * tile
    let [sum, low, high, white, red, blue, redSquares, seen] = [0, 255, 0, 0, 0, 0, 0, 0]
    let [across1, across2, across4, down1, down2, down4, falling, rising] = [0, 0, 0, 0, 0, 0, 0, 0]
    for (let y = top; y < top + tile; y += 1) {
      const isMeasured = (y + 1) % 4 < 2 && y + 4 < height
      for (let x = left; x < left + tile; x += 1) {
        const here = y * width + x
        const level = luma[here] ?? 0
        sum += level
        if (level < low) low = level
        if (level > high) high = level
        if (level >= shining) white += 1
        // Half of the rows tell enough, two of four, so that evenly spaced lines are not missed. The
        // picture's last pixels have no neighbours four steps on.
        if (!isMeasured || x + 4 >= width) continue
        seen += 1
        across1 += (level - (luma[here + 1] ?? 0)) ** 2
        across2 += (level - (luma[here + 2] ?? 0)) ** 2
        across4 += (level - (luma[here + 4] ?? 0)) ** 2
        const below = luma[here + 2 * width] ?? 0
        down1 += (level - (luma[here + width] ?? 0)) ** 2
        down2 += (level - below) ** 2
        down4 += (level - (luma[here + 4 * width] ?? 0)) ** 2
        falling += (level - (luma[here + 2 * width + 2] ?? 0)) ** 2
        rising += ((luma[here + 2] ?? 0) - below) ** 2
      }
    }
    // Colour is smooth: every second pixel of every second row tells it.
    for (let y = top; y < top + tile; y += 2)
      for (let x = left; x < left + tile; x += 2) {
        const from = (y * width + x) * 4
        const green = data[from + 1] ?? 0
        const r = (data[from] ?? 0) - green
        red += r
        redSquares += r * r
        blue += (data[from + 2] ?? 0) - green
      }
    const area = tile * tile
    put(0, at, byte(sum / area))
    put(1, at, low)
    put(2, at, high)
    put(3, at, byte((white * 255) / area))
    put(4, at, byte(128 + (red * 4) / area))
    put(5, at, byte(128 + (blue * 4) / area))
    put(6, at, energy(redSquares, area / 4))
    const energies = [across1, down1, across2, down2, across4, down4, falling, rising]
    for (const [i, value] of energies.entries()) put(7 + i, at, energy(value, Math.max(1, seen)))
  }
  planes.set(withinOf(corners, part, columns, rows), 15 * count)
  planes.set(borderOf(part, columns, rows), 16 * count)
  return { columns, rows, planes }
}
