import type { Side } from './finding.ts'
import type { Corners, Size } from './geometry.ts'
import { type Pixels, type Planes, planesOf } from './planes.ts'
import { area, insideOf } from './polygon.ts'
import { bestQuad } from './quads.ts'

/** Longest side, in pixels, of the picture in which a sheet is looked for. */
export const cornersSide = 320

// What looks less like a sheet than that is none. The larger of two is preferred by more than is
// asked of one alone: a sheet seen from afar is a sheet.
const leastScore = 3
const largerIsBetter = 1.9
// Below that part of the picture it may be the portrait or a stamp of a page that fills it.
const mayBePart = 0.25
// A sheet that is cut lacks a side, and is looked for all the same: that is worth saying.
const sparedWhenCut = 2
const largestShare = 0.96
// The margin of background that a straightened sheet keeps on each side, so that no edge is cut
// away: a part of its size, and pixels.
const margin = 0.004
const spare = 0.5

const within = (value: number) => Math.min(1, Math.max(0, value))

/**
 * Fractions of the picture, a little outside the sheet, first the corner nearest to the picture's
 * top left.
 */
function finish(corners: Corners, { width, height }: Size): Corners {
  const middle = corners.reduce((sum, { x, y }) => ({ x: sum.x + x / 4, y: sum.y + y / 4 }), {
    x: 0,
    y: 0,
  })
  const outward = (offset: number) => offset * (1 + margin * 2) + Math.sign(offset) * spare
  const outer = corners.map(({ x, y }) => ({
    x: within((middle.x + outward(x - middle.x)) / width),
    y: within((middle.y + outward(y - middle.y)) / height),
  }))
  const sums = outer.map(({ x, y }) => x + y)
  const first = sums.indexOf(Math.min(...sums))
  const [a, b, c, d] = [...outer.slice(first), ...outer.slice(0, first)]
  return a && b && c && d ? [a, b, c, d] : corners
}

/** What is seen of the outline of a sheet or card. */
export interface Outline {
  /** Where the whole sheet lies: null where it is not all in the picture, or fills it. */
  corners: Corners | null
  /** Where it runs out of the upright picture. */
  cut: Side[]
  /** The part of the picture that it takes, 0 to 1. */
  share: number
}

/** Whether it is lighter within four corners than on the whole, as paper is and a portrait is not. */
function isLighter(corners: Corners, { width, planes: [, green = new Uint8Array()] }: Planes) {
  const isInside = insideOf(corners)
  let [all, inside, pixels] = [0, 0, 0]
  for (const [at, level] of green.entries()) {
    all += level
    if (!isInside(at % width, Math.floor(at / width))) continue
    inside += level
    pixels += 1
  }
  return inside / pixels > all / green.length
}

const facing: readonly (readonly [Side, Side])[] = [
  ['left', 'right'],
  ['top', 'bottom'],
]

/** The outline of the sheet or card that stands out from its ground, or null where none does. */
export function outlineOf(pixels: Pixels): Outline | null {
  const planes = planesOf(pixels)
  const quad = bestQuad(planes)
  if (!quad) return null
  const cut = quad.sides.flatMap(({ border }) => border ?? [])
  // What goes from border to border is a stripe of the ground, or a table's edge.
  if (facing.some(([one, other]) => cut.includes(one) && cut.includes(other))) return null
  const share = area(quad.corners) / (pixels.width * pixels.height)
  const alone = quad.score - largerIsBetter * Math.log(share)
  if (alone + (cut.length > 0 ? sparedWhenCut : 0) < leastScore) return null
  if (share < mayBePart && !isLighter(quad.corners, planes)) return null
  const isWhole = cut.length === 0 && share <= largestShare
  return { corners: isWhole ? finish(quad.corners, pixels) : null, cut, share }
}
