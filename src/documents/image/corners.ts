import { type Corners, isConvex, type Point } from './geometry.ts'
import { area, hullOf, lineThrough, meeting, quadAround } from './polygon.ts'

/** Longest side, in pixels, of the picture in which a sheet is looked for. */
export const cornersSide = 320

export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

const closingRadius = 3
// A surface stops one pixel and a half before its edge, since the pixels beside an edge vary too
// much.
const shyness = 1.5
const smallestShare = 0.08
const largestShare = 0.96
// How much a channel may vary round a pixel inside one surface: a dim room needs the low ones, a
// rough fabric the high.
const tolerances = [6, 10, 16, 24, 36, 52]
const mostOnTheEdge = 0.2
const leastFilled = 0.93
// The margin of background that a straightened sheet keeps on each side, so that no edge is cut
// away.
const margin = 0.004

/** Replaces each pixel by the greatest (or least) value of its window in a row or column. */
function spread(from: Uint8Array, { width, height }: Pixels, step: 1 | -1): Uint8Array {
  const pass = (
    source: Uint8Array,
    count: number,
    length: number,
    along: number,
    across: number,
  ) => {
    const target = new Uint8Array(source.length)
    for (let line = 0; line < count; line += 1) {
      for (let place = 0; place < length; place += 1) {
        let best = source[line * across + place * along] ?? 0
        const last = Math.min(length - 1, place + closingRadius)
        for (let near = Math.max(0, place - closingRadius); near <= last; near += 1) {
          const value = source[line * across + near * along] ?? 0
          if (step > 0 ? value > best : value < best) best = value
        }
        target[line * across + place * along] = best
      }
    }
    return target
  }
  return pass(pass(from, height, width, 1, width), width, height, width, 1)
}

/** One channel with the print removed: print is thin and darker than its paper. */
function withoutPrint(pixels: Pixels, channel: 0 | 1 | 2): Uint8Array {
  const plane = new Uint8Array(pixels.width * pixels.height)
  for (let at = 0; at < plane.length; at += 1) plane[at] = pixels.data[at * 4 + channel] ?? 0
  return spread(spread(plane, pixels, 1), pixels, -1)
}

/**
 * How much the colours vary in the 3 × 3 pixels round each. Comparing only neighbours leaks: along
 * a nearly upright edge, softened by shrinking, paper turns into ground by one grey level a pixel.
 */
function unrestOf(planes: Uint8Array[], { width, height }: Pixels): Uint8Array {
  const unrest = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      for (const plane of planes) {
        let least = 255
        let most = 0
        for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
          for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
            const value = plane[row * width + column] ?? 0
            if (value < least) least = value
            if (value > most) most = value
          }
        }
        if (most - least > (unrest[at] ?? 0)) unrest[at] = most - least
      }
    }
  }
  return unrest
}

/** Labels each pixel with its surface (-1 on an edge): calm pixels that touch share one. */
function surfacesOf(unrest: Uint8Array, { width }: Pixels, tolerance: number) {
  const labels = new Int32Array(unrest.length).fill(-1)
  const queue = new Int32Array(unrest.length)
  const sizes: number[] = []
  let tail = 0
  const along = (at: number) => {
    if (labels[at] !== -1 || (unrest[at] ?? 255) > tolerance) return
    labels[at] = sizes.length
    queue[tail] = at
    tail += 1
  }
  for (let seed = 0; seed < labels.length; seed += 1) {
    let head = 0
    tail = 0
    along(seed)
    while (head < tail) {
      const at = queue[head] ?? 0
      head += 1
      const x = at % width
      if (x > 0) along(at - 1)
      if (x < width - 1) along(at + 1)
      along(at - width)
      along(at + width)
    }
    if (tail > 0) sizes.push(tail)
  }
  return { labels, sizes }
}

interface Surface {
  rim: Point[]
  filled: number
  onTheEdge: number
}

/**
 * The outermost pixels of a surface by row and by column, and its area with its holes (stamps,
 * photographs) filled.
 */
function outline(labels: Int32Array, label: number, { width, height }: Pixels): Surface {
  const rim: Point[] = []
  let filled = 0
  for (let y = 0; y < height; y += 1) {
    const row = labels.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(label)
    if (first < 0) continue
    const last = row.lastIndexOf(label)
    filled += last - first + 1
    rim.push({ x: first, y: y + 0.5 }, { x: last + 1, y: y + 0.5 })
  }
  for (let x = 0; x < width; x += 1) {
    let first = 0
    while (first < height && labels[first * width + x] !== label) first += 1
    if (first === height) continue
    let last = height - 1
    while (labels[last * width + x] !== label) last -= 1
    rim.push({ x: x + 0.5, y: first }, { x: x + 0.5, y: last + 1 })
  }
  const atEdge = rim.filter(({ x, y }) => x <= 1 || y <= 1 || x >= width - 1 || y >= height - 1)
  return { rim, filled, onTheEdge: atEdge.length / Math.max(1, rim.length) }
}

/**
 * Fits each side again to the rim's own points beside it: a hull follows the one point that sticks
 * out.
 */
function refine(corners: Corners, rim: Point[]): Corners | undefined {
  const lines = corners.map((from, at) => {
    const to = corners[(at + 1) % 4] ?? from
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    const beside = rim.filter(({ x, y }) => {
      const place = ((x - from.x) * along.x + (y - from.y) * along.y) / length
      return (
        place > 0.08 &&
        place < 0.92 &&
        Math.abs((x - from.x) * along.y - (y - from.y) * along.x) < 3
      )
    })
    return lineThrough(beside.length < 8 ? [from, to] : beside)
  })
  const [top, right, bottom, left] = lines
  if (!top || !right || !bottom || !left) return undefined
  const a = meeting(left, top)
  const b = meeting(top, right)
  const c = meeting(right, bottom)
  const d = meeting(bottom, left)
  return a && b && c && d ? [a, b, c, d] : undefined
}

const within = (value: number) => Math.min(1, Math.max(0, value))

/**
 * Fractions of the picture, a little outside the sheet, first the corner nearest to the picture's
 * top left.
 */
function finish(corners: Corners, { width, height }: Pixels): Corners {
  const middle = corners.reduce((sum, { x, y }) => ({ x: sum.x + x / 4, y: sum.y + y / 4 }), {
    x: 0,
    y: 0,
  })
  const outward = (offset: number) => offset * (1 + margin * 2) + Math.sign(offset) * shyness
  const outer = corners.map(({ x, y }) => ({
    x: within((middle.x + outward(x - middle.x)) / width),
    y: within((middle.y + outward(y - middle.y)) / height),
  }))
  const sums = outer.map(({ x, y }) => x + y)
  const first = sums.indexOf(Math.min(...sums))
  const [a, b, c, d] = [...outer.slice(first), ...outer.slice(0, first)]
  return a && b && c && d ? [a, b, c, d] : corners
}

/**
 * The four corners of the sheet or card that stands out from its ground, or null where none does.
 */
export function suggestCorners(pixels: Pixels): Corners | null {
  const all = pixels.width * pixels.height
  const unrest = unrestOf(
    [withoutPrint(pixels, 0), withoutPrint(pixels, 1), withoutPrint(pixels, 2)],
    pixels,
  )
  let best: { corners: Corners; filled: number } | undefined
  for (const tolerance of tolerances) {
    const { labels, sizes } = surfacesOf(unrest, pixels, tolerance)
    for (const [label, size] of sizes.entries()) {
      if (size < all * smallestShare) continue
      const { rim, filled, onTheEdge } = outline(labels, label, pixels)
      if (onTheEdge > mostOnTheEdge) continue
      const around = quadAround(hullOf(rim))
      const corners = around && refine(around, rim)
      if (!corners || !isConvex(corners)) continue
      const covered = area(corners)
      if (covered < all * smallestShare || covered > all * largestShare) continue
      const fit = Math.min(filled, covered) / Math.max(filled, covered)
      if (fit > (best?.filled ?? leastFilled)) best = { corners, filled: fit }
    }
  }
  return best ? finish(best.corners, pixels) : null
}
