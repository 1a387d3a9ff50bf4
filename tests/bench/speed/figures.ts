/** What is compared: the portal, its page without scripts, another commit, and what a figure is held against. */
export const subjects = ['portal', 'page', 'beside', 'base'] as const
export type Subject = (typeof subjects)[number]

type Unit = 's' | 'ms' | 'B' | 'points' | ''

export interface Figure {
  name: string
  unit: Unit
  /** Every run's value; the figure is their median. */
  runs: Runs
  /** At most this much, of the portal itself or times what `against` has. `least` where more is better. */
  goal?: { most: number; against?: Exclude<Subject, 'portal'> } | { least: number }
  /** How it came about where that is not plain, or why it could not be taken. */
  note?: string
}

/** Values of several runs, by whose they are. */
export type Runs = Partial<Record<Subject, number[]>>

export const note = (runs: Runs, subject: Subject, value: number): void => {
  runs[subject] = [...(runs[subject] ?? []), value]
}

/** What goes wrong with one subject is written down, and the others are measured all the same. */
export class Troubles {
  readonly #said = new Set<string>()

  async survive<T>(subject: Subject, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#said.add(`${subject} failed: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`)
      return undefined
    }
  }

  /** What belongs beside the figures; undefined when there is nothing to say. */
  note(...more: (string | undefined)[]): { note?: string } {
    const all = [...more.filter(Boolean), ...this.#said].join('; ')
    return all ? { note: all } : {}
  }
}

function median(values: readonly number[] = []): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined || sorted.length % 2 === 1) return upper
  return ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The portal against what its goal names, else against the first that was measured beside it. */
export function ratioOf({ runs, goal }: Figure): number | undefined {
  const measured = (['base', 'beside', 'page'] as const).find(subject => runs[subject]?.length)
  const other = (goal && 'against' in goal && goal.against) || measured
  const base = other && median(runs[other])
  const portal = median(runs.portal)
  return portal === undefined || !base ? undefined : portal / base
}

export function verdictOf(figure: Figure): '' | 'met' | 'MISSED' | 'not measured' {
  const { goal, runs } = figure
  if (!goal) return ''
  const measured = 'against' in goal && goal.against ? ratioOf(figure) : median(runs.portal)
  if (measured === undefined) return 'not measured'
  return ('least' in goal ? measured >= goal.least : measured <= goal.most) ? 'met' : 'MISSED'
}

const written: Record<Unit, (value: number) => string> = {
  s: value => `${value.toFixed(2)} s`,
  ms: value => `${value.toFixed(0)} ms`,
  B: value => `${Math.round(value).toLocaleString('en')} B`,
  points: value => value.toFixed(0),
  '': value => value.toFixed(3),
}

function goalIn({ goal, unit }: Figure): string {
  if (!goal) return ''
  if ('least' in goal) return `≥ ${written[unit](goal.least)}`
  return goal.against ? `≤ ${goal.most.toFixed(2)} of ${goal.against}` : `≤ ${written[unit](goal.most)}`
}

function cells(figure: Figure): string[] {
  const values = subjects.map(subject => {
    const value = median(figure.runs[subject])
    return value === undefined ? '—' : written[figure.unit](value)
  })
  return [figure.name, ...values, ratioOf(figure)?.toFixed(2) ?? '—', goalIn(figure), verdictOf(figure)]
}

/** One line a figure; what has to be said about some of them stands below. */
export function table(figures: readonly Figure[]): string {
  const notes = figures.flatMap(({ name, note }) => (note ? [`* ${name}: ${note}`] : []))
  return [columns([['figure', ...subjects, 'ratio', 'goal', ''], ...figures.map(cells)]), '', ...notes].join('\n')
}

/** Rows whose cells stand under each other. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return rows.map(row => line(row).trimEnd()).join('\n')
}
