import type { Corners, Size } from './geometry.ts'
import type { Side } from './lines.ts'
import { type Pixels, planesOf } from './planes.ts'
import { area } from './polygon.ts'
import { bestQuad, type Quad } from './quads.ts'

/** Longest side, in pixels, of the picture in which a sheet is looked for. */
export const cornersSide = 320

export type { Pixels }

// What looks less like a sheet than that is none.
const leastScore = 1
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

/** What is seen of a sheet's outline. */
export interface Outline {
  /** Where the whole sheet lies; null where none stands out, or not all of it is in the picture. */
  corners: Corners | null
  /** Where the sheet runs out of the upright picture. */
  cut: Side[]
  /** The part of the picture that the sheet takes, 0 to 1; 0 where none stands out. */
  share: number
}

const none: Outline = { corners: null, cut: [], share: 0 }

const bordersOf = ({ sides }: Quad): Side[] => sides.flatMap(({ border }) => border ?? [])

/** The outline of the sheet or card that stands out from its ground. */
export function outlineOf(pixels: Pixels): Outline {
  const quad = bestQuad(planesOf(pixels))
  if (!quad || quad.score < leastScore) return none
  const share = area(quad.corners) / (pixels.width * pixels.height)
  const cut = bordersOf(quad)
  return { corners: share > largestShare ? null : finish(quad.corners, pixels), cut, share }
}

/** The four corners of the sheet that stands out from its ground, or null where none does. */
export const suggestCorners = (pixels: Pixels): Corners | null => outlineOf(pixels).corners
