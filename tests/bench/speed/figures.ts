/**
 * What is compared: the portal, (a) the page without scripts, (b) the ordinary build, another commit, and what a figure
 * is held against.
 */
export type Subject = 'portal' | 'page' | 'ordinary' | 'beside' | 'base'

export type Unit = 's' | 'ms' | 'B' | 'MB' | 'points' | ''

export interface Figure {
  name: string
  unit: Unit
  /** Every run's value; the figure is their median. */
  runs: Partial<Record<Subject, readonly number[]>>
  /** At most this much, of the portal itself or times what `against` has. `least` where more is better. */
  goal?: { most: number; against?: Exclude<Subject, 'portal'> } | { least: number }
  /** How it came about where that is not plain, or why it could not be taken. */
  note?: string
}

export type Verdict = 'met' | 'MISSED' | 'not measured' | ''

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined || sorted.length % 2 === 1) return upper
  return ((sorted[middle - 1] ?? upper) + upper) / 2
}

export function figureOf({ runs }: Figure, subject: Subject): number | undefined {
  return median(runs[subject] ?? [])
}

/** The portal against what its goal names, else against the first that was measured beside it. */
export function ratioOf(figure: Figure): number | undefined {
  const { goal } = figure
  const named = goal && 'against' in goal ? goal.against : undefined
  const beside = (['base', 'beside', 'page', 'ordinary'] as const).find(
    subject => figureOf(figure, subject) !== undefined,
  )
  const other = named ?? beside
  const portal = figureOf(figure, 'portal')
  const base = other && figureOf(figure, other)
  return portal === undefined || !base ? undefined : portal / base
}

export function verdictOf(figure: Figure): Verdict {
  const { goal } = figure
  if (!goal) return ''
  const measured = 'against' in goal && goal.against ? ratioOf(figure) : figureOf(figure, 'portal')
  if (measured === undefined) return 'not measured'
  const met = 'least' in goal ? measured >= goal.least : measured <= goal.most
  return met ? 'met' : 'MISSED'
}

/** What could not be taken still has its line in the table. */
export const untaken = (name: string, note: string): Figure => ({ name, unit: '', runs: {}, goal: { most: 0 }, note })
