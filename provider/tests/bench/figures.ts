export interface Figure {
  name: string
  unit: 'ms' | 'MB' | 'KB' | '/s' | '%' | ''
  value: number
  /** What it is held against, measured in the same run: the other checkout. */
  before?: number | undefined
  goal?: { most: number } | { least: number }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const written = (value: number, unit: Figure['unit']) =>
  `${value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 1 : 0)}${unit === '/s' || unit === '%' || unit === '' ? unit : ` ${unit}`}`

function verdict({ goal, value }: Figure): string {
  if (!goal) return ''
  return ('most' in goal ? value <= goal.most : value >= goal.least) ? 'met' : 'MISSED'
}

function aim({ goal, unit }: Figure): string {
  if (!goal) return ''
  return 'most' in goal ? `≤ ${written(goal.most, unit)}` : `≥ ${written(goal.least, unit)}`
}

const cells = (figure: Figure) => {
  const { name, unit, value, before } = figure
  return [
    name,
    before === undefined ? '' : written(before, unit),
    written(value, unit),
    before ? (value / before).toFixed(2) : '',
    aim(figure),
    verdict(figure),
  ]
}

/** Markdown, one line a figure. */
export function table(figures: readonly Figure[]): string {
  const rows = [['figure', 'before', 'now', 'ratio', 'goal', ''], ...figures.map(cells)]
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...others.map(line)].join('\n')
}
