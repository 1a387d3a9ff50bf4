import type { Point } from '../../../src/documents/image/geometry.ts'
import { area } from '../../../src/documents/image/polygon.ts'
import { documents } from '../../../src/spec/documents.ts'
import { columns } from '../speed/figures.ts'
import type { Judged } from './judged.ts'

/** The sentences that are right for a defect, whatever else could be said. Any is where none is listed. */
const right: Record<string, string[]> = {
  cut: ['cut'],
  finger: ['finger'],
  lensfinger: ['finger'],
  motion: ['moved'],
  defocus: ['blurred'],
  partblur: ['blurred'],
  glare: ['glare'],
  dark: ['tooDark'],
  far: ['tooSmall'],
  shadow: ['shadow', 'tooDark'],
  noise: ['noisy', 'tooDark'],
  corner: ['folded'],
  two: ['two'],
  'portrait-cut': ['cut'],
  'portrait-finger': ['finger'],
  'portrait-motion': ['moved'],
  'portrait-defocus': ['blurred'],
  'portrait-far': ['tooSmall'],
  'portrait-backlight': ['backlit'],
  'portrait-dark': ['tooDark'],
  'portrait-noise': ['noisy', 'tooDark'],
  'wrong-black': ['otherThing', 'noFace', 'tooDark'],
  wrong: ['otherThing', 'noFace'],
}
const undamaged = ['fine', 'near', 'tilted', 'turned', 'paleground', 'scan', 'held', 'portrait-near']

/** The pictures of another thing are one defect, whatever it was. */
const groupOf = ({ defect }: Judged) => (defect.startsWith('wrong-') ? 'wrong' : defect)

const isRight = (photo: Judged): boolean => {
  const [first] = photo.said
  const names = right[photo.defect] ?? right[groupOf(photo)]
  if (!first || (names && !names.includes(first.is))) return false
  return !first.side || !photo.named?.side || photo.named.side.includes(first.side)
}

const share = (part: number, whole: number) => (whole ? `${((part / whole) * 100).toFixed(1)} %` : '–')
const of = (part: number, whole: number) => (whole ? `${part} of ${whole} (${share(part, whole)})` : '–')

const isBad = ({ label }: Judged) => label === 'unacceptable'
const isFine = ({ label }: Judged) => label === 'fine'
const speaks = ({ said }: Judged) => said.length > 0

/** How often each was said first, for those that it was wrong of. */
const instead = (photos: Judged[]): string => {
  const counts = new Map<string, number>()
  for (const { said } of photos) counts.set(said[0]?.is ?? '', (counts.get(said[0]?.is ?? '') ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([is, count]) => `${is} ${count}`)
    .join(', ')
}

const row = (name: string, photos: Judged[]): string[] => {
  const bad = photos.filter(isBad)
  const caught = bad.filter(speaks)
  const fine = photos.filter(isFine)
  const alarms = fine.filter(speaks)
  const wrongly = [...caught.filter(photo => !isRight(photo)), ...alarms]
  return [
    name,
    of(caught.length, bad.length),
    share(caught.filter(isRight).length, caught.length),
    of(alarms.length, fine.length),
    instead(wrongly),
  ]
}

const grouped = (photos: Judged[], by: (photo: Judged) => string): [string, Judged[]][] =>
  [...new Set(photos.map(by))].sort().map(name => [name, photos.filter(photo => by(photo) === name)])

const pointsOf = (quad: number[][]): Point[] => quad.map(([x = 0, y = 0]) => ({ x, y }))

const sideOf = (a: Point, b: Point, p: Point) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)

/** What two convex polygons share (Sutherland and Hodgman 1974); both clockwise on a screen. */
const shared = (one: Point[], other: Point[]): Point[] =>
  other.reduce((kept, a, at) => {
    const b = other[(at + 1) % other.length] ?? a
    return kept.flatMap((p, i) => {
      const next = kept[(i + 1) % kept.length] ?? p
      const [here, there] = [sideOf(a, b, p), sideOf(a, b, next)]
      const t = here / (here - there)
      const crossing = here * there < 0 ? [{ x: p.x + (next.x - p.x) * t, y: p.y + (next.y - p.y) * t }] : []
      return here >= 0 ? [p, ...crossing] : crossing
    })
  }, one)

const clockwise = (points: Point[]) => (area(points) < 0 ? [...points].reverse() : points)

/** Intersection over union. */
export const likeness = (one: Point[], other: Point[]): number => {
  const [a, b] = [clockwise(one), clockwise(other)]
  const both = area(shared(a, b))
  return both / (area(a) + area(b) - both)
}

/** Whether a field stands out of the crop by more than a hundredth of the crop's side. */
const cutsField = ({ corners, fields }: Judged): boolean => {
  if (!corners || !fields) return false
  const crop = clockwise(corners)
  const slack = Math.sqrt(area(crop)) * 0.01
  return fields.some(field =>
    pointsOf(field).some(p =>
      crop.some((a, at) => {
        const b = crop[(at + 1) % crop.length] ?? a
        return sideOf(a, b, p) / Math.hypot(b.x - a.x, b.y - a.y) < -slack
      }),
    ),
  )
}

/** A sheet that is whole and alone in its picture: what a crop can be right of. */
const isWhole = (photo: Judged) =>
  Boolean(photo.quad) && documents[photo.row].shape !== 'portrait' && !['cut', 'two', 'wrong'].includes(groupOf(photo))

const isCropRight = ({ corners, quad }: Judged) => Boolean(corners && quad && likeness(corners, pointsOf(quad)) >= 0.9)

const cropRow = (name: string, photos: Judged[]): string[] => {
  const good = photos.filter(isCropRight)
  const cut = photos.filter(cutsField)
  return [
    name,
    of(good.length, photos.length),
    String(photos.filter(({ corners }) => !corners).length),
    String(cut.length),
    String(cut.filter(photo => isFine(photo) && !speaks(photo)).length),
  ]
}

const percent = (part: number, whole: number) => (whole ? (part / whole) * 100 : Number.NaN)

/** What the figures are held against; a share of nothing is left out. */
const goals = (photos: Judged[]): string[] => {
  const bad = photos.filter(isBad)
  const caught = bad.filter(speaks)
  const fine = photos.filter(isFine)
  const calm = fine.filter(({ defect }) => undamaged.includes(defect))
  const whole = photos.filter(isWhole)
  const worst = Math.min(...grouped(bad, groupOf).map(([, some]) => percent(some.filter(speaks).length, some.length)))
  const least = (name: string, measured: number, goal: number) =>
    Number.isFinite(measured)
      ? [`${measured >= goal ? 'met  ' : 'MISSED'} ${name}: ${measured.toFixed(1)} (at least ${goal})`]
      : []
  const most = (name: string, measured: number, goal: number) =>
    Number.isFinite(measured)
      ? [`${measured <= goal ? 'met  ' : 'MISSED'} ${name}: ${measured.toFixed(1)} (at most ${goal})`]
      : []
  return [
    ...least('unacceptable ones caught, %', percent(caught.length, bad.length), 95),
    ...least('the defect that is caught least, %', worst, 85),
    ...least('of those caught, for the right reason, %', percent(caught.filter(isRight).length, caught.length), 90),
    ...most('false alarms, fine ones, %', percent(fine.filter(speaks).length, fine.length), 2),
    ...most('false alarms, undamaged ones, %', percent(calm.filter(speaks).length, calm.length), 0.5),
    ...least('crop right, %', percent(whole.filter(isCropRight).length, whole.length), 92),
    ...most('crops that cut a field', whole.filter(cutsField).length, 0),
  ]
}

/** The table: what was caught, whether for the right reason, what fine pictures were told, the crop, and the goals. */
export const judgedTable = (photos: Judged[]): string => {
  const head = ['', 'unacceptable ones caught', 'for the right reason', 'false alarms', 'said first in its place']
  const calm = photos.filter(({ defect }) => undamaged.includes(defect))
  const rows = [
    ...grouped(photos, groupOf).map(([name, some]) => row(name, some)),
    ...grouped(photos, photo => photo.row).map(([name, some]) => row(name, some)),
    row('undamaged', calm),
    row('all', photos),
  ]
  const whole = photos.filter(isWhole)
  const crops = [
    ...grouped(whole, photo => photo.row).map(([name, some]) => cropRow(name, some)),
    cropRow('all', whole),
  ]
  const times = photos.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0)
  return [
    columns([head, ...rows]),
    columns([['', 'crop right, IoU ≥ 0.9', 'none offered', 'cuts a field', 'of them fine, nothing said'], ...crops]),
    `time a picture, decoded and encoded by sharp: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms`,
    goals(photos).join('\n'),
  ].join('\n\n')
}
