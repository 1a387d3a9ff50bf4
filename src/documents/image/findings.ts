import type { Shape } from '../../spec/documents.ts'
import type { Facts } from './facts.ts'
import type { Finding, FindingName, Seen, Side, Spot } from './finding.ts'
import type { Size } from './geometry.ts'
import type { Measured } from './look.ts'
import { judge, type Outputs } from './net.ts'
import type { Order } from './photo.ts'
import { limits, weights } from './weights.ts'

// In the order in which the net was taught (tests/photos/teach/pictures.py); the first is a picture with
// which nothing is wrong.
const names = [
  undefined,
  'cut',
  'finger',
  'moved',
  'blurred',
  'tooDark',
  'backlit',
  'glare',
  'shadow',
  'tooSmall',
  'noisy',
  'folded',
  'two',
  'otherThing',
] as const satisfies (FindingName | undefined)[]
const kinds = ['card', 'page', 'portrait', 'screen', 'nothing'] as const satisfies Seen[]
const shapes = ['page', 'card', 'portrait'] as const satisfies Shape[]

/** What covers a place of the picture, and is shown there. */
const placed: readonly (FindingName | undefined)[] = ['finger', 'glare', 'shadow', 'folded']

// A cell belongs to the spot that speaks so much less than the loudest one.
const quieter = 2.5

const best = (values: readonly number[]) => values.indexOf(Math.max(...values))

/** The cells that speak for a name, the loudest and those round it that are nearly as loud. */
function spotOf(
  { maps: { columns, rows, planes } }: Outputs,
  name: number,
  { part }: Measured,
): Spot {
  const plane = planes.subarray(name * columns * rows, (name + 1) * columns * rows)
  const loud = Math.max(...plane) - quieter
  const reached = new Set([plane.indexOf(Math.max(...plane))])
  // Cells that are added while the set is gone through are gone through as well.
  for (const at of reached)
    for (const [next, isBeside] of [
      [at - 1, at % columns > 0],
      [at + 1, at % columns < columns - 1],
      [at - columns, true],
      [at + columns, true],
    ] as const)
      if (isBeside && (plane[next] ?? Number.NEGATIVE_INFINITY) >= loud) reached.add(next)
  const across = [...reached].map(at => at % columns)
  const down = [...reached].map(at => Math.floor(at / columns))
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return {
    x: part.left + (left / columns) * part.width,
    y: part.top + (top / rows) * part.height,
    width: ((Math.max(...across) + 1 - left) / columns) * part.width,
    height: ((Math.max(...down) + 1 - top) / rows) * part.height,
  }
}

/** The side to which a spot lies closest. */
function sideOf({ x, y, width, height }: Spot): Side {
  const away: Record<Side, number> = {
    left: x,
    top: y,
    right: 1 - x - width,
    bottom: 1 - y - height,
  }
  const sides = ['left', 'top', 'right', 'bottom'] as const
  return sides.reduce((one, other) => (away[other] < away[one] ? other : one))
}

// Cards of which the net has seen none are like a page by up to so much. A sheet that has not their
// proportions (85 × 55 to 90 × 50 mm: here 1.48 to 1.88) need only be more like a page.
const likeAPage = 3.5
const isCardLong = ({ width, height }: Size) =>
  Math.abs(Math.abs(Math.log(width / height)) - 0.51) < 0.12

/** What is seen in the place of what was asked for; undefined for a sheet that may well be it. */
function seenIn({ kinds: values }: Outputs, { sheet }: Measured, shape: Shape): Seen | undefined {
  const asked = values[kinds.indexOf(shape)] ?? 0
  const others = values.map((value, at) => (kinds[at] === shape ? Number.NEGATIVE_INFINITY : value))
  const seen = kinds[best(others)] ?? 'nothing'
  const least = !sheet || isCardLong(sheet) ? likeAPage : 0
  const isUnsure = seen === 'page' && Math.max(...others) - asked < least
  return isUnsure ? undefined : seen
}

/** What light would mend, too. */
const dim: readonly (FindingName | undefined)[] = ['noisy', 'blurred', 'moved']

// A level that even the brightest twentieth of the tiles does not reach.
const darkBelow = 80

/** Whether light is what is lacking. */
function isDark({ columns, rows, planes }: Facts): boolean {
  const levels = planes.slice(0, columns * rows).sort()
  return (levels[Math.floor(levels.length * 0.95)] ?? 0) < darkBelow
}

// Of a side in pixels that print on that document needs: below it, nothing can be read.
const hopeless = 0.6

// Of 64 tiles, across: a picture longer than any screen holds several pages, and was never taught.
const slimmest = 27

/**
 * What is wrong with a picture, the worst first; nothing where it is fine.
 * @param longestSide of the document, in pixels of the source
 */
export function findingsIn(
  measured: Measured,
  { shape, smallestSide }: Pick<Order, 'shape' | 'smallestSide'>,
  longestSide: number,
): Finding[] {
  if (longestSide < smallestSide * hopeless) return [{ is: 'tooSmall' }]
  const { facts, outline, scale } = measured
  if (!outline && Math.min(facts.columns, facts.rows) < slimmest) return []
  const cut = outline?.cut ?? []
  const outputs = judge(
    facts,
    [
      ...shapes.map(one => Number(one === shape)),
      Math.log2(scale),
      Number(Boolean(outline?.corners)),
      cut.length,
      outline?.share ?? 0,
    ],
    weights,
  )
  const [fine = 1, ...wrong] = outputs.names
  const at = best(wrong) + 1
  if (1 - fine <= (limits[at - 1] ?? 1)) return []
  const is = isDark(facts) && dim.includes(names[at]) ? 'tooDark' : names[at]
  if (!is) return []
  if (is === 'otherThing') {
    if (shape === 'portrait') return [{ is: 'noFace' }]
    const seen = seenIn(outputs, measured, shape)
    return seen ? [{ is, seen }] : []
  }
  if (is === 'cut') return [{ is, side: cut[0] ?? sideOf(spotOf(outputs, at, measured)) }]
  return [placed.includes(is) ? { is, spot: spotOf(outputs, at, measured) } : { is }]
}
