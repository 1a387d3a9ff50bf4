import { type Edge, edgesOf } from './edges.ts'
import type { Side } from './finding.ts'
import type { Point } from './geometry.ts'
import type { Planes } from './planes.ts'

/**
 * A straight line across the picture. `seen` and `contrast` are sums along it, one step a pixel
 * from `from` to `to`, so that any stretch of it is two look-ups.
 */
export interface Line extends Edge {
  from: number
  to: number
  /** How many of the pixels before have an edge across the line. */
  seen: Float32Array
  /** The difference across the line, of the channel that differs most. */
  contrast: Float32Array
  /** The same with its sign: what is brighter on one side here and on the other there adds up to 0. */
  leaning: Float32Array
  /** One of the picture's own four borders, where nothing can be seen across. */
  border?: Side
}

// Where an edge is looked for on both sides of its line, in pixels: sheets are never quite straight.
const beside = 2.5

/** What lies along a line, from where it enters the picture to where it leaves it. */
function walk(
  { width, height, planes }: Planes,
  { at, along }: Edge,
  threshold: number,
  border?: Side,
): Line {
  let [from, to] = [-1e9, 1e9]
  for (const [start, slope, most] of [
    [at.x, along.x, width],
    [at.y, along.y, height],
  ] as const) {
    if (Math.abs(slope) < 1e-9) continue
    from = Math.max(from, Math.min(-start / slope, (most - start) / slope))
    to = Math.min(to, Math.max(-start / slope, (most - start) / slope))
  }
  from = Math.floor(from)
  const length = Math.max(1, Math.ceil(to) - from)
  const seen = new Float32Array(length + 1)
  const contrast = new Float32Array(length + 1)
  const leaning = new Float32Array(length + 1)
  const index = (x: number, y: number) =>
    Math.min(height - 1, Math.max(0, Math.floor(y))) * width +
    Math.min(width - 1, Math.max(0, Math.floor(x)))
  for (let step = 0; step < length; step += 1) {
    const x = at.x + along.x * (from + step + 0.5)
    const y = at.y + along.y * (from + step + 0.5)
    const one = index(x - along.y * beside, y + along.x * beside)
    const other = index(x + along.y * beside, y - along.x * beside)
    let most = 0
    for (const plane of planes) {
      const difference = (plane[one] ?? 0) - (plane[other] ?? 0)
      if (Math.abs(difference) > Math.abs(most)) most = difference
    }
    const size = Math.abs(most)
    leaning[step + 1] = (leaning[step] ?? 0) + most
    contrast[step + 1] = (contrast[step] ?? 0) + size
    seen[step + 1] = (seen[step] ?? 0) + (size >= threshold ? 1 : 0)
  }
  return { at, along, from, to: from + length, seen, contrast, leaning, ...(border && { border }) }
}

/** The longest straight edges of a picture, and its four borders. */
export function linesOf(picture: Planes): { lines: Line[]; threshold: number } {
  const { width, height } = picture
  const { edges, threshold } = edgesOf(picture)
  const found = edges.map(edge => walk(picture, edge, threshold))
  const [down, across] = [
    { x: 0, y: 1 },
    { x: 1, y: 0 },
  ]
  const border = (at: Point, along: Point, side: Side) =>
    walk(picture, { at, along }, Number.POSITIVE_INFINITY, side)
  const borders = [
    border({ x: 0, y: height / 2 }, down, 'left'),
    border({ x: width / 2, y: 0 }, across, 'top'),
    border({ x: width, y: height / 2 }, down, 'right'),
    border({ x: width / 2, y: height }, across, 'bottom'),
  ]
  return { lines: [...found, ...borders], threshold }
}

/** Sum along a stretch of a line. */
export function sumAlong(line: Line, sums: Float32Array, from: number, to: number): number {
  const last = sums.length - 1
  const at = (place: number) => Math.min(last, Math.max(0, Math.round(place - line.from)))
  return (sums[at(to)] ?? 0) - (sums[at(from)] ?? 0)
}

/** The part of a stretch, as far as it lies in the picture, that has an edge across it: 0 to 1. */
export function support(line: Line, from: number, to: number): number {
  const first = Math.max(from, line.from)
  const last = Math.min(to, line.to)
  return last - first < 3 ? 0 : sumAlong(line, line.seen, first, last) / (last - first)
}

/** The same, where one edge runs along the line: a pattern that it crosses does not count. */
export function straightSupport(line: Line, from: number, to: number): number {
  const size = sumAlong(line, line.contrast, from, to)
  if (size === 0) return 0
  return (support(line, from, to) * Math.abs(sumAlong(line, line.leaning, from, to))) / size
}
