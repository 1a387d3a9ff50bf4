import type { Point } from './geometry.ts'
import type { Planes } from './planes.ts'

// Degrees of half a turn; a line has no direction.
const angles = 180
const cosines = Float64Array.from({ length: angles }, (_, at) => Math.cos((at * Math.PI) / angles))
const sines = Float64Array.from({ length: angles }, (_, at) => Math.sin((at * Math.PI) / angles))
// An edge's direction is uncertain by that many degrees.
const unsure = 3
// Differences are taken over twice that many pixels: shrunk, moved and unsharp edges are wide.
const reach = 3
const mostLines = 40
const leastVotes = 0.05
// Two peaks closer than that are one line.
const sameDistance = 3

/** A straight edge: a point on it and its direction, of length 1. */
export interface Edge {
  at: Point
  along: Point
}

/** A line by its angle and its distances from the picture's first pixel and from its middle. */
interface Peak {
  votes: number
  a: number
  d: number
  mid: number
}
const nearTurn = 2
const nearDistance = 3
const wide = 100
interface EdgePoints {
  count: number
  xs: Int16Array
  ys: Int16Array
  angle: Uint8Array
  weight: Float32Array
  /** The least difference that is an edge in this picture. */
  threshold: number
}

/** The steepest change of the three channels at each pixel, averaged over three rows or columns. */
function slopesOf({ width, height, planes }: Planes) {
  const across = new Int16Array(width * height)
  const down = new Int16Array(width * height)
  const size = new Float32Array(width * height)
  const threeRows = new Int16Array(width * height)
  const threeColumns = new Int16Array(width * height)
  for (const plane of planes) {
    for (let at = width; at < plane.length - width; at += 1) {
      const here = plane[at] ?? 0
      threeRows[at] = (plane[at - width] ?? 0) + here + (plane[at + width] ?? 0)
      threeColumns[at] = (plane[at - 1] ?? 0) + here + (plane[at + 1] ?? 0)
    }
    for (let y = reach; y < height - reach; y += 1) {
      for (let x = reach; x < width - reach; x += 1) {
        const at = y * width + x
        const dx =
          (threeRows[at + 1] ?? 0) +
          (threeRows[at + 2] ?? 0) -
          (threeRows[at - 1] ?? 0) -
          (threeRows[at - 2] ?? 0)
        const dy =
          (threeColumns[at + width] ?? 0) +
          (threeColumns[at + 2 * width] ?? 0) -
          (threeColumns[at - width] ?? 0) -
          (threeColumns[at - 2 * width] ?? 0)
        const steep = dx * dx + dy * dy
        if (steep <= (size[at] ?? 0)) continue
        size[at] = steep
        across[at] = dx
        down[at] = dy
      }
    }
  }
  for (let at = 0; at < size.length; at += 1) size[at] = Math.sqrt(size[at] ?? 0) / 6
  return { across, down, size }
}

/** Every 37th of many values, in order: enough for a rank among them. */
const sampled = (values: Uint8Array | Float32Array) =>
  values.filter((_, at) => at % 37 === 0).sort()

/** Well above what this picture's ground varies by, and what compression makes of its brightness. */
function thresholdOf({ planes }: Planes, size: Float32Array): number {
  const slopes = sampled(size)
  const levels = sampled(planes[1] ?? new Uint8Array(1))
  const noise = slopes[slopes.length >> 1] ?? 0
  const bright = levels[Math.floor(levels.length * 0.9)] ?? 0
  return Math.min(14, Math.max(3, 1.6 * noise, 0.03 * bright))
}

/** The pixels where the picture changes most, and where their lines would run. */
function edgePointsOf(picture: Planes): EdgePoints {
  const { width, height } = picture
  const { across, down, size } = slopesOf(picture)
  const threshold = thresholdOf(picture, size)
  const xs = new Int16Array(size.length)
  const ys = new Int16Array(size.length)
  const angle = new Uint8Array(size.length)
  const weight = new Float32Array(size.length)
  let count = 0
  for (let y = reach; y < height - reach; y += 1) {
    for (let x = reach; x < width - reach; x += 1) {
      const at = y * width + x
      const here = size[at] ?? 0
      if (here < threshold) continue
      const dx = across[at] ?? 0
      const dy = down[at] ?? 0
      const step = Math.abs(dx) > Math.abs(dy) ? 1 : width
      if (here < (size[at - step] ?? 0) || here <= (size[at + step] ?? 0)) continue
      xs[count] = x
      ys[count] = y
      angle[count] = (Math.round((Math.atan2(dy, dx) * angles) / Math.PI) + 2 * angles) % angles
      // A strong edge counts more than a weak one, and never as many: the ground's are stronger.
      weight[count] = here / (here + 12)
      count += 1
    }
  }
  return { count, xs, ys, angle, weight, threshold }
}

/** Degrees between two lines, and whether their normals point apart. */
function turnBetween(a: number, b: number): { turn: number; apart: boolean } {
  const turn = Math.abs(a - b)
  return turn > angles / 2 ? { turn: angles - turn, apart: true } : { turn, apart: false }
}

/** Angles and distances of lines, those with the most edges on them first (Hough, Duda & Hart 1972). */
function peaksOf({ count, xs, ys, angle, weight }: EdgePoints, { width, height }: Planes) {
  const half = Math.ceil(Math.hypot(width, height))
  const distances = 2 * half + 1
  const votes = new Float32Array(angles * distances)
  for (let point = 0; point < count; point += 1) {
    for (let turn = -unsure; turn <= unsure; turn += 1) {
      const a = ((angle[point] ?? 0) + turn + angles) % angles
      const d = Math.round(
        (xs[point] ?? 0) * (cosines[a] ?? 0) + (ys[point] ?? 0) * (sines[a] ?? 0),
      )
      const at = a * distances + d + half
      votes[at] = (votes[at] ?? 0) + (weight[point] ?? 0)
    }
  }
  const all: Peak[] = []
  const least = Math.min(width, height) * leastVotes
  for (let at = 1; at < votes.length - 1; at += 1) {
    const here = (votes[at] ?? 0) + 0.5 * ((votes[at - 1] ?? 0) + (votes[at + 1] ?? 0))
    if (here >= least) {
      const a = Math.floor(at / distances)
      const d = (at % distances) - half
      const mid = d - (width / 2) * (cosines[a] ?? 0) - (height / 2) * (sines[a] ?? 0)
      all.push({ votes: here, a, d, mid })
    }
  }
  all.sort((one, other) => other.votes - one.votes)
  return all
}

/** The line with the least square distance to the edges beside a peak. */
function fitted({ count, xs, ys, angle, weight }: EdgePoints, { a, d }: Peak): Edge | undefined {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0]
  for (let point = 0; point < count; point += 1) {
    const x = xs[point] ?? 0
    const y = ys[point] ?? 0
    if (Math.abs(x * (cosines[a] ?? 0) + y * (sines[a] ?? 0) - d) > 2.5) continue
    if (turnBetween(angle[point] ?? 0, a).turn > 10) continue
    const w = weight[point] ?? 0
    n += w
    sx += w * x
    sy += w * y
    sxx += w * x * x
    sxy += w * x * y
    syy += w * y * y
  }
  if (n === 0) return undefined
  const [x, y] = [sx / n, sy / n]
  const turn = Math.atan2(2 * (sxy - n * x * y), sxx - n * x * x - (syy - n * y * y)) / 2
  return { at: { x: x + 0.25, y: y + 0.25 }, along: { x: Math.cos(turn), y: Math.sin(turn) } }
}

/** How far a line passes from a point. */
const distanceFrom = ({ at, along }: Edge, { x, y }: Point) =>
  Math.abs((x - at.x) * along.y - (y - at.y) * along.x)

/** Whether two edges are one: neither their middles nor what is far from them lies apart. */
const isSame = (one: Edge, other: Edge): boolean => {
  const far = ({ at, along }: Edge, by: number) => ({
    x: at.x + along.x * by,
    y: at.y + along.y * by,
  })
  return [-wide, wide].every(by => distanceFrom(one, far(other, by)) < sameDistance)
}

/** The longest straight edges of a picture, those with the most on them first. */
export function edgesOf(picture: Planes) {
  const points = edgePointsOf(picture)
  const edges: Edge[] = []
  const tried: Peak[] = []
  for (const peak of peaksOf(points, picture)) {
    if (edges.length === mostLines) break
    const isNear = tried.some(other => {
      const { turn, apart } = turnBetween(peak.a, other.a)
      return turn <= nearTurn && Math.abs(peak.mid - (apart ? -1 : 1) * other.mid) < nearDistance
    })
    if (isNear) continue
    tried.push(peak)
    const edge = fitted(points, peak)
    if (edge && !edges.some(other => isSame(edge, other))) edges.push(edge)
  }
  return { edges, threshold: points.threshold }
}
