import type { Point } from './geometry.ts'

/** A line as a point on it and a direction. */
export interface Ray {
  at: Point
  along: Point
}

/** Area of a polygon; positive when it goes clockwise on a screen, where y grows downwards. */
export const area = (points: readonly Point[]): number =>
  points.reduce((sum, here, at) => {
    const next = points[(at + 1) % points.length] ?? here
    return sum + (here.x * next.y - next.x * here.y) / 2
  }, 0)

/** Tells of any place whether it lies within a convex polygon that goes clockwise on a screen. */
export function insideOf(points: readonly Point[]): (x: number, y: number) => boolean {
  const sides = points.map((from, at) => ({ from, to: points[(at + 1) % points.length] ?? from }))
  return (x, y) =>
    sides.every(({ from, to }) => (to.x - from.x) * (y - from.y) > (to.y - from.y) * (x - from.x))
}

/** How much two directions of length 1 differ: the sine of the angle between them. */
export const turnBetween = (a: Point, b: Point): number => Math.abs(a.x * b.y - a.y * b.x)

/** Where two lines meet; undefined when they are as good as parallel. */
export function meeting(a: Ray, b: Ray): Point | undefined {
  const turn = a.along.x * b.along.y - a.along.y * b.along.x
  if (Math.abs(turn) < 1e-6) return undefined
  const distance = ((b.at.x - a.at.x) * b.along.y - (b.at.y - a.at.y) * b.along.x) / turn
  return { x: a.at.x + a.along.x * distance, y: a.at.y + a.along.y * distance }
}
