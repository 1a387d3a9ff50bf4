import type { Corners, Point } from './geometry.ts'

/** A line as a point on it and a direction. */
export interface Line {
  at: Point
  along: Point
}

const cross = (o: Point, a: Point, b: Point) =>
  (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

/** Area of a polygon; positive when it goes clockwise on a screen, where y grows downwards. */
export const area = (points: readonly Point[]): number =>
  points.reduce((sum, here, at) => {
    const next = points[(at + 1) % points.length] ?? here
    return sum + (here.x * next.y - next.x * here.y) / 2
  }, 0)

/** Convex hull (Andrew 1979), clockwise on a screen. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const chain = (ordered: Point[]): Point[] => {
    const kept: Point[] = []
    for (const point of ordered) {
      for (;;) {
        const last = kept.at(-1)
        const before = kept.at(-2)
        if (!last || !before || cross(before, last, point) > 0) break
        kept.pop()
      }
      kept.push(point)
    }
    return kept.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.reverse())]
}

/** Where two lines meet; undefined when they are as good as parallel. */
export function meeting(a: Line, b: Line): Point | undefined {
  const turn = a.along.x * b.along.y - a.along.y * b.along.x
  if (Math.abs(turn) < 1e-6) return undefined
  const distance = ((b.at.x - a.at.x) * b.along.y - (b.at.y - a.at.y) * b.along.x) / turn
  return { x: a.at.x + a.along.x * distance, y: a.at.y + a.along.y * distance }
}

/** The line with the least square distance to the points. */
export function lineThrough(points: readonly Point[]): Line {
  const count = Math.max(1, points.length)
  const at = points.reduce((sum, { x, y }) => ({ x: sum.x + x / count, y: sum.y + y / count }), {
    x: 0,
    y: 0,
  })
  let xx = 0
  let xy = 0
  let yy = 0
  for (const { x, y } of points) {
    xx += (x - at.x) ** 2
    xy += (x - at.x) * (y - at.y)
    yy += (y - at.y) ** 2
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  return { at, along: { x: Math.cos(angle), y: Math.sin(angle) } }
}

/**
 * The area that a polygon gains when one side is removed and its neighbours are extended until they
 * meet.
 */
function withoutSide(points: Point[], side: number): { grown: number; tip: Point } | undefined {
  const at = (index: number) => points[(index + points.length) % points.length]
  const [before, from, to, after] = [at(side - 1), at(side), at(side + 1), at(side + 2)]
  if (!before || !from || !to || !after) return undefined
  const first = { at: from, along: { x: from.x - before.x, y: from.y - before.y } }
  const second = { at: to, along: { x: to.x - after.x, y: to.y - after.y } }
  const tip = meeting(first, second)
  if (!tip) return undefined
  const onward = (tip.x - from.x) * first.along.x + (tip.y - from.y) * first.along.y
  const grown = Math.abs(area([from, tip, to]))
  return onward >= 0 ? { grown, tip } : undefined
}

/**
 * The quadrilateral round a convex hull that adds the least area: it completes a sheet's torn or
 * hidden corner.
 */
export function quadAround(hull: readonly Point[]): Corners | undefined {
  let points = [...hull]
  while (points.length > 4) {
    let best: { grown: number; tip: Point; side: number } | undefined
    for (let side = 0; side < points.length; side += 1) {
      const found = withoutSide(points, side)
      if (found && found.grown < (best?.grown ?? Number.POSITIVE_INFINITY))
        best = { ...found, side }
    }
    if (!best) return undefined
    const gone = [best.side, (best.side + 1) % points.length]
    const { tip, side } = best
    points = points.flatMap((point, index) =>
      index === side ? [tip] : gone.includes(index) ? [] : [point],
    )
  }
  const [a, b, c, d] = points
  return a && b && c && d ? [a, b, c, d] : undefined
}
