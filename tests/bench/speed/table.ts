import { type Figure, figureOf, ratioOf, type Subject, type Unit, verdictOf } from './figures.ts'

const written: Record<Unit, (value: number) => string> = {
  s: value => `${value.toFixed(2)} s`,
  ms: value => `${value.toFixed(0)} ms`,
  B: value => `${Math.round(value).toLocaleString('en')} B`,
  MB: value => `${(value / 1e6).toFixed(0)} MB`,
  points: value => value.toFixed(0),
  '': value => (value > 0 && value < 0.001 ? value.toExponential(1) : value.toFixed(3)),
}

const sign: Record<Exclude<Subject, 'portal'>, string> = {
  page: '(a)',
  ordinary: '(b)',
  beside: 'beside',
  base: 'the base',
}

/** A small ratio reads better as a fraction: 1/18. */
export const asRatio = (ratio: number): string =>
  ratio > 0 && ratio < 0.2 ? `1/${(1 / ratio).toFixed(1)}` : ratio.toFixed(2)

function goalIn({ goal, unit }: Figure): string {
  if (!goal) return ''
  if ('least' in goal) return `≥ ${written[unit](goal.least)}`
  return goal.against ? `≤ ${asRatio(goal.most)} of ${sign[goal.against]}` : `≤ ${written[unit](goal.most)}`
}

function cells(figure: Figure): string[] {
  const value = (subject: Subject) => {
    const measured = figureOf(figure, subject)
    return measured === undefined ? '—' : written[figure.unit](measured)
  }
  const ratio = ratioOf(figure)
  const others = (['page', 'ordinary', 'beside', 'base'] as const).map(value)
  return [
    figure.name,
    value('portal'),
    ...others,
    ratio === undefined ? '—' : asRatio(ratio),
    goalIn(figure),
    verdictOf(figure),
  ]
}

const head = ['figure', 'portal', '(a) page', '(b) ordinary', 'beside', 'base', 'ratio', 'goal', '']

/** One line a figure; what has to be said about some of them stands below. */
export function table(figures: readonly Figure[]): string {
  const rows = [head, ...figures.map(cells)]
  const widths = head.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  const notes = figures.flatMap(({ name, note }) => (note ? [`* ${name}: ${note}`] : []))
  return [line(head), rule, ...rows.slice(1).map(line), '', ...notes].join('\n')
}
