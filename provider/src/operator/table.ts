import { CsvError, parse } from 'csv-parse/sync'

/** A table as text, line by line: whatever is wrong with one line ends with it. */

export interface Line {
  /** As an editor counts them, from 1. */
  number: number
  text: string
}

/** A portion at a time: a list has a hundred thousand lines. */
export function* linesOf(text: string): Generator<Line> {
  const ends = /\r\n|\n|\r/g
  let number = 1
  let from = text.startsWith('\ufeff') ? 1 : 0
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield { number, text: text.slice(from, end.index) }
    number += 1
    from = ends.lastIndex
  }
  yield { number, text: text.slice(from) }
}

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** A spreadsheet leaves lines of delimiters behind. */
export const isBlank = (text: string): boolean => /^[\s,;"]*$/.test(text)

/**
 * Undefined where a quotation mark is not closed: read with what follows, it would take the next
 * lines into its cell.
 */
export function cellsOf(text: string, delimiter: Delimiter): string[] | undefined {
  try {
    const [cells = []] = parse(text, {
      delimiter,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
    })
    return cells.map(cell => cell.trim())
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

const column = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** The columns of a header: capitals, accents, blanks and signs make no difference. */
export const columnsOf = (cells: readonly string[], known: readonly string[]): string[] =>
  cells.map(cell => known.find(name => column(name) === column(cell)) ?? cell)

/** What stands for bytes that are no UTF-8. */
export const isDamaged = (text: string): boolean => text.includes('\ufffd')

/**
 * Whether the whole is in another encoding, so that most lines with an accent are damaged. One line
 * among others may come from elsewhere.
 */
export function isForeign(text: string): boolean {
  if (text.includes('\0')) return true
  let [lines, damaged, accented] = [0, 0, 0]
  for (const line of linesOf(text)) {
    lines += 1
    if (isDamaged(line.text)) damaged += 1
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it means
    else if (/[^\x00-\x7f]/.test(line.text)) accented += 1
  }
  return damaged > 1 && damaged > accented && damaged * 50 > lines
}
