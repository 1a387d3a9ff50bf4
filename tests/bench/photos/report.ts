import { columns } from '../speed/figures.ts'
import type { Legibility } from './legibility.ts'
import { smallPrint } from './subjects.ts'

/** One photo prepared one way. */
export type Row = {
  subject: string
  engine: 'platform' | 'package'
  cropped: boolean
  bytes: number
  chosen: number
  wire: number
  promised: number
  size: string
  milliseconds: number
  longestTask: number
  memory: number
  advice: string[]
  legibility?: Legibility
  original?: Legibility
  wellFramed: boolean
}

const kB = (bytes: number) => (bytes / 1000).toFixed(0)
const points = (rate: number | undefined) => (rate === undefined ? '—' : (rate * 100).toFixed(2))

/** One line a photo, both engines under each other. */
export const table = (title: string, rows: Row[]): string => {
  const cells = rows.map(row => [
    row.subject,
    row.engine,
    row.size,
    `${kB(row.chosen)}→${kB(row.bytes)} kB (÷${(row.chosen / row.bytes).toFixed(0)})`,
    `${kB(row.wire)} kB`,
    `${points(row.original?.cer)}→${points(row.legibility?.cer)} %`,
    row.legibility ? `${row.legibility.crit_ok}/${row.legibility.crit_n}` : '—',
    row.legibility ? row.legibility.min_em.toFixed(1) : '—',
    `${row.milliseconds.toFixed(0)} ms`,
    `${row.longestTask.toFixed(0)} ms`,
    `${(row.memory / 1e6).toFixed(0)} MB`,
    row.advice.join('+') || '—',
  ])
  const head = 'photo engine pixels bytes wire CER fields px/em time task memory advice'.split(' ')
  return `\n${title}\n${columns([head, ...cells])}`
}

export type Goal = { name: string; measured: number; most: number; unit: string }

export const verdict = ({ name, measured, most, unit }: Goal): string =>
  `${measured <= most ? 'met  ' : 'MISSED'} ${name}: ${measured.toFixed(2)} ${unit} (at most ${most} ${unit})`

const worse = ({ legibility, original: sourceFile }: Row) => ((legibility?.cer ?? 0) - (sourceFile?.cer ?? 0)) * 100

/** Goals on size and legibility, for the leading engine. */
export const goalsOf = (rows: Row[], five: Set<string>): Goal[] => {
  const lead = rows.filter(({ engine }) => engine === 'platform')
  const read = lead.filter(({ legibility }) => legibility)
  const total = (cropped: boolean) =>
    lead.filter(row => five.has(row.subject) && row.cropped === cropped).reduce((sum, { wire }) => sum + wire / 1000, 0)
  const lost = read.map(row => (row.original?.crit_ok ?? 0) - (row.legibility?.crit_ok ?? 0))
  const promise = lead.map(({ wire, promised }) => (Math.abs(wire - promised) / wire) * 100)
  return [
    { name: 'five documents on the wire, uncropped', measured: total(false), most: 400, unit: 'kB' },
    { name: 'five documents on the wire, suggested crops taken', measured: total(true), most: 300, unit: 'kB' },
    ...[false, true].map(cropped => {
      const some = read.filter(row => row.cropped === cropped).map(worse)
      const name = `character errors above the original, average, ${cropped ? 'cropped' : 'uncropped'}`
      return {
        name,
        measured: some.reduce((sum, one) => sum + one, 0) / Math.max(1, some.length),
        most: 0.5,
        unit: 'points',
      }
    }),
    {
      name: 'character errors above the original, worst well-framed page',
      measured: Math.max(...read.filter(({ wellFramed }) => wellFramed).map(worse)),
      most: 1,
      unit: 'points',
    },
    {
      name: 'character errors above the original, small print of a card at 8 megapixels, uncropped',
      measured: Math.max(...read.filter(({ subject, cropped }) => subject === smallPrint && !cropped).map(worse)),
      most: 0.5,
      unit: 'points',
    },
    { name: 'critical fields no longer read, worst photo', measured: Math.max(...lost), most: 0, unit: 'fields' },
    { name: 'cost promised against cost on the wire, worst photo', measured: Math.max(...promise), most: 5, unit: '%' },
  ]
}
