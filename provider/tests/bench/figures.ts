export interface Figure {
  name: string
  unit: 'ms' | 'MB' | 'KB' | ''
  value: number
  /** Of the other checkout, measured in the same run. */
  before?: number | undefined
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function written(value: number | undefined, unit: Figure['unit']): string {
  if (value === undefined) return ''
  return `${value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 1 : 0)} ${unit}`.trim()
}

/** Markdown, one line a figure. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, value, before }) => {
    return [name, written(before, unit), written(value, unit), before ? (value / before).toFixed(2) : '']
  })
  const all = [['figure', 'before', 'now', 'ratio'], ['---', '--:', '--:', '--:'], ...rows]
  return all.map(row => `| ${row.join(' | ')} |`).join('\n')
}
