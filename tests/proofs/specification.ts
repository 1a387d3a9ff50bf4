/** Cuts docs/specification.md, the owner's text, into what has to be proved: its sentences, bullets and table rows. */

export interface Statement {
  section: number
  text: string
}

const heading = /^##\s+(\d+)\./
const quoted = /(?<=^|[\s(])'.+?'(?=$|[\s.,;:)])/g
/** A full stop inside quotation marks ends no sentence of ours. */
const stop = '\u0001'

export function sentencesOf(line: string): string[] {
  const masked = line.replace(quoted, words => words.replace(/[.!?]/g, mark => stop + mark.charCodeAt(0) + stop))
  return masked
    .split(/(?<=[.!?]\)?)\s+(?=[A-Z«])/)
    .map(part =>
      part.replace(new RegExp(`${stop}(\\d+)${stop}`, 'g'), (_, mark) => String.fromCharCode(Number(mark))).trim(),
    )
    .filter(Boolean)
}

/** The lines of the named sections, cut; headings and the two head lines of a table state nothing. */
export function statementsOf(specification: string, sections: readonly number[]): Statement[] {
  const lines = specification.split('\n')
  let section = 0
  const found: Statement[] = []
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    section = Number(heading.exec(line)?.[1] ?? section)
    const isHead = /^\|?\s*-{3,}/.test(line) || /^\|[\s|:-]+$/.test(lines[index + 1]?.trim() ?? '')
    if (!sections.includes(section) || line === '' || line.startsWith('#') || isHead || /^\|[\s|:-]+$/.test(line))
      continue
    const texts = line.startsWith('|')
      ? [
          line
            .split('|')
            .map(cell => cell.trim())
            .filter(Boolean)
            .join(': '),
        ]
      : sentencesOf(line.replace(/^(?:-|\d+\.)\s+/, ''))
    found.push(...texts.map(text => ({ section, text })))
  }
  return found
}
