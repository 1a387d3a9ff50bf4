/** A place in a picture, as fractions (0–1) of the upright picture's width and height. */
export interface Point {
  x: number
  y: number
}

/** Top left, top right, bottom right, bottom left of a sheet, as it lies in the upright picture. */
export type Corners = readonly [Point, Point, Point, Point]

/**
 * What the student asks for: first the sheet between four corners, straightened; then quarter turns
 * clockwise.
 */
export interface Edit {
  turns: 0 | 1 | 2 | 3
  corners?: Corners
}

export interface Size {
  width: number
  height: number
}

/** Row-major 3 × 3 matrix. */
export type Homography = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** Corners in pixels of a picture of that size. */
export function inPixels(corners: Corners, { width, height }: Size): Corners {
  const [a, b, c, d] = corners
  const scale = ({ x, y }: Point): Point => ({ x: x * width, y: y * height })
  return [scale(a), scale(b), scale(c), scale(d)]
}

/**
 * The matrix that takes the unit square (0,0) (1,0) (1,1) (0,1) to four corners (Heckbert 1989).
 * Undefined where the corners do not make a quadrilateral.
 */
export function squareTo([a, b, c, d]: Corners): Homography | undefined {
  const dx1 = b.x - c.x
  const dx2 = d.x - c.x
  const dy1 = b.y - c.y
  const dy2 = d.y - c.y
  const sx = a.x - b.x + c.x - d.x
  const sy = a.y - b.y + c.y - d.y
  const divisor = dx1 * dy2 - dx2 * dy1
  if (Math.abs(divisor) < 1e-12) return undefined
  const g = (sx * dy2 - dx2 * sy) / divisor
  const h = (dx1 * sy - sx * dy1) / divisor
  return [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ]
}

/** Where a homography takes a point. */
export function project([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const w = g * x + h * y + i
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
}

/** Whether four corners go clockwise round a convex shape, each turn a clear one. */
export const isConvex = (corners: Corners): boolean =>
  corners.every((here, at) => {
    const next = corners[(at + 1) % 4] ?? here
    const afterNext = corners[(at + 2) % 4] ?? here
    const cross =
      (next.x - here.x) * (afterNext.y - next.y) - (next.y - here.y) * (afterNext.x - next.x)
    return cross > 1e-6
  })

/**
 * Size in pixels of the straightened sheet between corners in pixels: the longer of each pair of
 * opposite sides.
 */
export const sheetSize = ([a, b, c, d]: Corners): Size => ({
  width: Math.max(1, Math.round(Math.max(distance(a, b), distance(d, c)))),
  height: Math.max(1, Math.round(Math.max(distance(a, d), distance(b, c)))),
})

/** The size that fits a longest side without ever growing. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

// A tall screen, whose screenshot of a page can be read: what is longer holds several pages, each
// as wide as itself.
const slimmest = 9 / 20
// What every browser draws; a JPEG ends at 65,535.
const longest = 8192

/**
 * The longest side of a picture, where `side` is an ordinary one's: the short side of a long one
 * keeps its print.
 */
export const longSide = (side: number, { width, height }: Size): number =>
  Math.min(
    longest,
    side * Math.max(1, (slimmest * Math.max(width, height)) / Math.min(width, height)),
  )

/** Size after quarter turns. */
export const turned = ({ width, height }: Size, turns: Edit['turns']): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** A stored picture as it stands upright; EXIF's orientations from 5 on lie on their side. */
export const upright = ({ width, height, orientation }: Size & { orientation: number }): Size =>
  orientation < 5 ? { width, height } : { width: height, height: width }

// How many eighths may be missing: three eighths of twelve megapixels (1500 pixels where 1600 are
// wanted) take half the memory of four, and are as readable.
const spared = 0.2

/**
 * How many eighths of a picture to decode, so that the part that is cut out is about `enough`
 * pixels long.
 */
export const eighthsOf = (cut: Size, enough: number): number =>
  Math.min(8, Math.ceil((8 * enough) / Math.max(cut.width, cut.height) - spared))
