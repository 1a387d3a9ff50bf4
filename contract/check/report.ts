/** How much a difference from the contract matters to a student. */
export const levels = ['breaks', 'borne', 'advice'] as const
export type Level = (typeof levels)[number]

export interface Difference {
  level: Level
  about: string
  says: string
  found: string
}

interface Row {
  holds: boolean
  differences: Difference[]
  skipped: string | undefined
}

const words: Record<Level, string> = { breaks: 'BREAKS', borne: 'borne', advice: 'advice' }
/** A fault in every answer would otherwise appear fifty times. */
const mostShown = 3

/**
 * The checked lines of the contract, grouped by call. Each line appears once, however often it was
 * checked.
 */
export class Report {
  private readonly rows = new Map<string, Map<string, Row>>()
  private readonly hidden = new Set<string>()

  /** Values that the report masks, so that it never names the student with whom a team tests. */
  hide(...values: readonly (string | undefined)[]): void {
    for (const value of values) if (value && value.length > 2) this.hidden.add(value)
  }

  holds(about: string, says: string): void {
    this.row(about, says).holds = true
  }

  differs(level: Level, about: string, says: string, found: string): void {
    const { differences } = this.row(about, says)
    const shown = this.masked(found)
    if (!differences.some(other => other.found === shown))
      differences.push({ level, about, says, found: shown })
  }

  /** @param fault what is found in place of what is promised, or nothing where that holds */
  judge(level: Level, about: string, says: string, fault: string | false | undefined): void {
    if (fault) this.differs(level, about, says, fault)
    else this.holds(about, says)
  }

  skips(about: string, says: string, reason: string): void {
    this.row(about, says).skipped ??= reason
  }

  get differences(): Difference[] {
    return [...this.rows.values()].flatMap(lines =>
      [...lines.values()].flatMap(({ differences }) => differences),
    )
  }

  get breaks(): boolean {
    return this.differences.some(({ level }) => level === 'breaks')
  }

  lines(): string[] {
    const all = [...this.rows].flatMap(([about, lines]) => [
      '',
      about,
      ...[...lines].flatMap(row => shownRow(...row)),
    ])
    const differing = levels.flatMap(level =>
      this.differences.filter(other => other.level === level),
    )
    const again = differing.map(
      ({ level, about, says, found }) => `  ${words[level].padEnd(8)} ${about}, ${says}: ${found}`,
    )
    return [...all, '', ...(again.length > 0 ? ['What differs', ...again, ''] : []), this.summary()]
  }

  private summary(): string {
    const rows = [...this.rows.values()].flatMap(lines => [...lines.values()])
    const differing = rows.map(({ differences }) => worst(differences)?.level)
    const count = (level: Level) => differing.filter(other => other === level).length
    const held = rows.filter(({ holds, differences }) => holds && differences.length === 0).length
    const skipped = rows.filter(
      ({ holds, differences }) => !holds && differences.length === 0,
    ).length
    return `${held} lines hold; ${count('breaks')} break the portal, ${count('borne')} are borne by it, ${count('advice')} are advice; ${skipped} were not looked at.`
  }

  private row(about: string, says: string): Row {
    const lines = this.rows.get(about) ?? new Map<string, Row>()
    this.rows.set(about, lines)
    const row = lines.get(says) ?? { holds: false, differences: [], skipped: undefined }
    lines.set(says, row)
    return row
  }

  private masked(text: string): string {
    return [...this.hidden]
      .sort((one, other) => other.length - one.length)
      .reduce((shown, value) => shown.replaceAll(value, '(hidden)'), text)
  }
}

const worst = (differences: readonly Difference[]): Difference | undefined =>
  [...differences].sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))[0]

function shownRow(says: string, { holds, differences, skipped }: Row): string[] {
  const first = worst(differences)
  if (first) {
    const more = differences.length - mostShown
    return [
      `  ${words[first.level].padEnd(8)} ${says}`,
      ...differences.slice(0, mostShown).map(({ found }) => `           found: ${found}`),
      ...(more > 0 ? [`           and ${more} more like it`] : []),
    ]
  }
  return holds ? [`  holds    ${says}`] : [`  skipped  ${says}: ${skipped ?? 'nothing to look at'}`]
}
