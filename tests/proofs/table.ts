/** Reads `coverage.md` and looks for the tests that it names. */

export interface Confirmation {
  file: string
  /** Where `npm test` does not run it. */
  tier: string | undefined
  title: string
}

export interface Row {
  section: number
  begins: string
  /** Empty where the specification itself says that it shows nothing. */
  proofs: Confirmation[]
}

export const nothing = 'nothing to prove'

export function rowsOf(markdown: string): Row[] {
  const lines = markdown.split('\n').filter(line => /^\|\s*\d/.test(line))
  return lines.map(line => {
    const [section = '', begins = '', proved = '', ...more] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    if (more.length > 0 || !begins || !proved) throw new Error(`Not a row of three cells: ${line}`)
    return {
      section: Number(section),
      begins,
      proofs: proved === nothing ? [] : proved.split('<br>').map(confirmationCodeOf),
    }
  })
}

function confirmationCodeOf(text: string): Confirmation {
  const [, file, tier, title] = /^`([^`]+)`(?: \((\w+)\))? › (.+)$/.exec(text.trim()) ?? []
  if (!file || !title) throw new Error(`Not "\`file\` (tier) › title": ${text}`)
  return { file, tier, title }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A title is a test's or suite's first argument, or the first cell of a row that `each` gives to one. */
export function timesIn(source: string, title: string): number {
  const place = new RegExp(`[([]\\s*(['"\`])${escaped(title)}\\1\\s*,`, 'g')
  return source.match(place)?.length ?? 0
}
