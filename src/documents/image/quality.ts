import type { DocumentRow } from '../../spec/documents.ts'
import type { Finding, Spot } from './finding.ts'

/** Grey levels 0–255, row by row. */
export interface Luma {
  width: number
  height: number
  levels: Uint8Array
}

/** The longest side at which the thresholds below were found. */
export const lookSide = 1024
const tile = 32

const darkBelow = 60
const blurredBelow = 450
const sharpestShare = 0.05
const glareLevel = 250
const glareShare = 0.01
const whitePaper = 246

/** Rec. 601 luma of RGBA pixels. */
export function lumaOf(rgba: Uint8ClampedArray, width: number, height: number): Luma {
  const levels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < levels.length; at += 1, from += 4) {
    levels[at] =
      ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29 + 128) >> 8
  }
  return { width, height, levels }
}

interface TileFacts {
  mean: number
  sharpness: number
}

function tileFacts(
  { width, levels }: Luma,
  left: number,
  top: number,
  right: number,
  bottom: number,
): TileFacts {
  let sum = 0
  let edge = 0
  let edgeSquares = 0
  let inner = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x
      const here = levels[at] ?? 0
      sum += here
      // The Laplacian stays inside its tile, so that a tile's border never counts as an edge.
      if (x === left || x === right - 1 || y === top || y === bottom - 1) continue
      const around =
        (levels[at - 1] ?? 0) +
        (levels[at + 1] ?? 0) +
        (levels[at - width] ?? 0) +
        (levels[at + width] ?? 0)
      const value = around - 4 * here
      edge += value
      edgeSquares += value * value
      inner += 1
    }
  }
  const mean = inner ? edge / inner : 0
  return {
    mean: sum / ((right - left) * (bottom - top)),
    sharpness: inner ? edgeSquares / inner - mean * mean : 0,
  }
}

function allTiles(luma: Luma): TileFacts[] {
  const tiles: TileFacts[] = []
  for (let top = 0; top + tile <= luma.height; top += tile) {
    for (let left = 0; left + tile <= luma.width; left += tile) {
      tiles.push(tileFacts(luma, left, top, left + tile, top + tile))
    }
  }
  if (tiles.length === 0) tiles.push(tileFacts(luma, 0, 0, luma.width, luma.height))
  return tiles
}

function countLevels(levels: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[at] ?? 0
    counts[level] = (counts[level] ?? 0) + 1
  }
  return counts
}

/** Median of what is brighter than the picture's mean: the paper, where there is one. */
function paperMedian(counts: Uint32Array, mean: number): number {
  const brighter = counts.map((count, level) => (level < mean ? 0 : count))
  const half = brighter.reduce((sum, count) => sum + count, 0) / 2
  let seen = 0
  return brighter.findIndex(count => {
    seen += count
    return seen >= half
  })
}

/** The figures behind the advice, for the benchmark and the tests. */
export function measureLuma(luma: Luma) {
  const tiles = allTiles(luma)
  const counts = countLevels(luma.levels)
  const mean =
    counts.reduce((sum, count, level) => sum + count * level, 0) / Math.max(1, luma.levels.length)
  const sharpest = tiles
    .map(({ sharpness }) => sharpness)
    .sort((a, b) => b - a)
    .slice(0, Math.max(1, Math.round(tiles.length * sharpestShare)))
  return {
    mean,
    sharpness: sharpest.reduce((sum, value) => sum + value, 0) / sharpest.length,
    glare: tiles.filter(tileOf => tileOf.mean >= glareLevel).length / tiles.length,
    paper: paperMedian(counts, mean),
  }
}

export interface Subject extends Pick<DocumentRow, 'shape' | 'smallestSide'> {
  format: 'jpeg' | 'png'
  longestSide: number
}

/**
 * Advice on one picture. Light, focus and glare exclude each other in this order: a dark picture
 * looks blurred too. The caller adds `sameAs` and `received`: it knows the other photos.
 */
export function adviseOn(
  luma: Luma,
  { shape, smallestSide, format, longestSide }: Subject,
): Finding[] {
  const { mean, sharpness, glare, paper } = measureLuma(luma)
  const advice: Finding[] = []
  if (mean < darkBelow) advice.push({ is: 'tooDark' })
  else if (shape !== 'portrait' && sharpness < blurredBelow) advice.push({ is: 'blurred' })
  // A screenshot's white is no reflection.
  else if (format !== 'png' && glare > glareShare && paper < whitePaper)
    advice.push({ is: 'glare', spot: glareSpot(luma) })
  if (longestSide < smallestSide) advice.push({ is: 'tooSmall' })
  return advice
}

/** The box around the tiles that shine. */
function glareSpot(luma: Luma): Spot {
  const columns = Math.max(1, Math.floor(luma.width / tile))
  const shining = allTiles(luma).flatMap(({ mean }, at) => (mean >= glareLevel ? [at] : []))
  const across = shining.map(at => at % columns)
  const down = shining.map(at => Math.floor(at / columns))
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return {
    x: (left * tile) / luma.width,
    y: (top * tile) / luma.height,
    width: Math.min(1, ((Math.max(...across) + 1 - left) * tile) / luma.width),
    height: Math.min(1, ((Math.max(...down) + 1 - top) * tile) / luma.height),
  }
}

const gridWidth = 17
const gridHeight = 16
// Measured: the same picture shrunk twice differs in under 3 % of its bits, two pages on one table
// in over 20 %.
const sameBits = 25

/** The mean level of each cell of a grid, row by row. */
function cellsOf({ width, height, levels }: Luma): number[] {
  return Array.from({ length: gridWidth * gridHeight }, (_, at) => {
    const column = at % gridWidth
    const row = (at - column) / gridWidth
    const left = Math.floor((column * width) / gridWidth)
    const right = Math.max(left + 1, Math.floor(((column + 1) * width) / gridWidth))
    const top = Math.floor((row * height) / gridHeight)
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / gridHeight))
    let sum = 0
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) sum += levels[y * width + x] ?? 0
    return sum / ((right - left) * (bottom - top))
  })
}

// Measured: the cells of our JPEGs differ from their photos' by 13 at most; noise is grey in each,
// and a photo has cells that differ from that by 60 and more.
const sameLevel = 40

/** Whether both show the same, at whatever size. */
export function isLike(one: Luma, other: Luma): boolean {
  const cells = cellsOf(other)
  return cellsOf(one).every((level, at) => Math.abs(level - (cells[at] ?? 0)) <= sameLevel)
}

/**
 * A 256-bit difference hash in hexadecimal: it survives shrinking, and is taken before any crop.
 */
export function fingerprintOf(luma: Luma): string {
  const cells = cellsOf(luma)
  let hex = ''
  for (let row = 0; row < cells.length; row += gridWidth) {
    for (let column = row; column < row + gridWidth - 1; column += 4) {
      const rises = (at: number) => ((cells[at] ?? 0) < (cells[at + 1] ?? 0) ? 1 : 0)
      const nibble =
        rises(column) * 8 + rises(column + 1) * 4 + rises(column + 2) * 2 + rises(column + 3)
      hex += nibble.toString(16)
    }
  }
  return hex
}

const bitsIn = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]

/**
 * Whether two fingerprints come from the same picture. An empty one (no decoder could read the
 * picture) matches none.
 */
export function isSamePicture(a: string, b: string): boolean {
  if (a === '' || a.length !== b.length) return false
  let different = 0
  for (let at = 0; at < a.length; at += 1) {
    different += bitsIn[Number.parseInt(a.charAt(at), 16) ^ Number.parseInt(b.charAt(at), 16)] ?? 4
  }
  return different <= sameBits
}
