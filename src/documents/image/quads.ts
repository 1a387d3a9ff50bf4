import { type Corners, isConvex, type Point, type Size } from './geometry.ts'
import { type Line, linesOf, straightSupport, sumAlong, support } from './lines.ts'
import type { Planes } from './planes.ts'
import { area, meeting, turnBetween } from './polygon.ts'

/** Four lines that bound a sheet, clockwise: side `n` goes from corner `n` to the next. */
export interface Quad {
  corners: Corners
  sides: readonly [Line, Line, Line, Line]
  score: number
}

// The least part of a side that has an edge across it, and of all four together.
const leastOfSide = 0.5
const leastOfAll = 3
const shortestSide = 14
const smallestShare = 0.015
// How far outside the picture a corner may lie, as a part of its longest side.
const outside = 0.08
// Sines: opposite sides turn by no more, neighbours by no less.
const mostOpposite = 0.9
const leastNeighbour = 0.5

/** Where each two lines meet, and how far along each of them that is. */
function crossings(lines: Line[], { width, height }: Size) {
  const count = lines.length
  const slack = outside * Math.max(width, height)
  const points: (Point | undefined)[] = new Array(count * count)
  const places = new Float32Array(count * count)
  for (const [one, line] of lines.entries()) {
    for (const [other, across] of lines.entries()) {
      if (turnBetween(line.along, across.along) < leastNeighbour) continue
      const point = meeting(line, across)
      if (!point || Math.min(point.x, point.y) < -slack) continue
      if (point.x > width + slack || point.y > height + slack) continue
      points[one * count + other] = point
      places[one * count + other] =
        (point.x - line.at.x) * line.along.x + (point.y - line.at.y) * line.along.y
    }
  }
  return { points, places }
}

/** What is seen along a side and beyond its ends. */
function factsOf(line: Line, start: Point, end: Point) {
  const place = (point: Point) =>
    (point.x - line.at.x) * line.along.x + (point.y - line.at.y) * line.along.y
  const [a, b] = [place(start), place(end)]
  const [first, last] = a < b ? [a, b] : [b, a]
  const length = last - first
  const beyond = Math.max(8, 0.12 * length)
  // Where the picture ends nobody knows whether an edge goes on.
  const before = first - 6 < line.from ? 0.5 : straightSupport(line, first - beyond, first - 3)
  const after = last + 6 > line.to ? 0.5 : straightSupport(line, last + 3, last + beyond)
  let squares = 0
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const seen = support(line, first + (length * quarter) / 4, first + (length * (quarter + 1)) / 4)
    squares += (seen * seen) / 4
  }
  return {
    squares,
    before: a < b ? before : after,
    after: a < b ? after : before,
    contrast: sumAlong(line, line.contrast, first, last) / length,
  }
}

/**
 * How much four lines look like a sheet's sides. A sheet is bounded by edges all along, which end at
 * its corners; half a sheet by a fold or a band, beyond which the sides go on. The weights are those
 * of a conditional logit over the candidates of some 600 drawn photographs.
 */
function scoreOf({ corners, sides }: Omit<Quad, 'score'>, size: Size, threshold: number): number {
  const facts = sides.map((line, at) => {
    const start = corners[at] ?? corners[0]
    const end = corners[(at + 1) % 4] ?? corners[0]
    return line.border ? undefined : factsOf(line, start, end)
  })
  let [seen, squares, beyond, both, askew] = [0, 0, 0, 0, 0]
  let contrast = Number.POSITIVE_INFINITY
  for (const [at, side] of facts.entries()) {
    const [here, next] = [sides[at]?.along, sides[(at + 1) % 4]?.along]
    if (here && next) askew = Math.max(askew, Math.abs(here.x * next.x + here.y * next.y))
    if (!side) continue
    seen += 1
    squares += side.squares
    beyond += (side.before + side.after) / 8
    contrast = Math.min(contrast, side.contrast)
    const goesOn = Math.min(facts[(at + 3) % 4]?.after ?? 0, facts[(at + 1) % 4]?.before ?? 0)
    both = Math.max(both, goesOn)
  }
  return (
    6.3 * (squares / seen) +
    2.9 * Math.log(area(corners) / (size.width * size.height)) -
    both -
    3.2 * beyond -
    2.4 * (4 - seen) -
    4.8 * askew +
    0.5 * Math.log(contrast / (threshold + 4) + 0.1)
  )
}

/** The four lines, turned clockwise, when they bound a sheet. */
function quadOf(
  corners: Corners,
  sides: Quad['sides'],
  { width, height }: Size,
): Omit<Quad, 'score'> | undefined {
  const size = area(corners)
  if (Math.abs(size) < smallestShare * width * height) return undefined
  if (sides.every(({ border }) => border)) return undefined
  const [a, b, c, d] = corners
  const [ab, bc, cd, da] = sides
  const quad: Omit<Quad, 'score'> =
    size > 0 ? { corners, sides } : { corners: [a, d, c, b], sides: [da, cd, bc, ab] }
  return isConvex(quad.corners) ? quad : undefined
}

/** The quadrilateral of lines that looks most like a whole sheet. */
export function bestQuad(picture: Planes): Quad | undefined {
  const { lines, threshold } = linesOf(picture)
  const count = lines.length
  const { points, places } = crossings(lines, picture)
  const seenOf = (side: number, one: number, other: number): number => {
    const line = lines[side]
    if (!line || line.border) return 1
    const a = places[side * count + one] ?? 0
    const b = places[side * count + other] ?? 0
    return Math.abs(a - b) < shortestSide ? 0 : support(line, Math.min(a, b), Math.max(a, b))
  }
  let best: Quad | undefined
  const weigh = (i: number, j: number, k: number, l: number) => {
    const [a, b, c, d] = [i * count + j, i * count + l, k * count + l, k * count + j].map(
      at => points[at],
    )
    const sides = [lines[i], lines[l], lines[k], lines[j]]
    const [one, two, three, four] = sides
    if (!a || !b || !c || !d || !one || !two || !three || !four) return
    const quad = quadOf([a, b, c, d], [one, two, three, four], picture)
    const score = quad ? scoreOf(quad, picture, threshold) : 0
    if (quad && (!best || score > best.score)) best = { ...quad, score }
  }
  const opposite = (one: number, other: number) => {
    const [a, b] = [lines[one], lines[other]]
    return a && b && turnBetween(a.along, b.along) <= mostOpposite
  }
  for (let i = 0; i < count; i += 1) {
    for (let k = i + 1; k < count; k += 1) {
      if (!opposite(i, k)) continue
      // Each quadrilateral has two pairs of opposite sides: it is met by that of its first line.
      for (let j = i + 1; j < count; j += 1) {
        if (!points[i * count + j] || !points[k * count + j]) continue
        const first = seenOf(j, i, k)
        if (first < leastOfSide) continue
        for (let l = j + 1; l < count; l += 1) {
          if (!points[i * count + l] || !points[k * count + l] || !opposite(j, l)) continue
          const second = seenOf(l, i, k)
          const third = seenOf(i, j, l)
          const fourth = seenOf(k, j, l)
          if (Math.min(second, third, fourth) < leastOfSide) continue
          if (first + second + third + fourth >= leastOfAll) weigh(i, j, k, l)
        }
      }
    }
  }
  return best
}
