const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A title is a test's or suite's first argument, or the first cell of a row that `each` gives to one. */
export function timesIn(source: string, title: string): number {
  const place = new RegExp(`[([]\\s*(['"\`])${escaped(title)}\\1\\s*,`, 'g')
  return source.match(place)?.length ?? 0
}

/** The cells of each row whose first cell begins like this. */
export const rowsOf = (markdown: string, begins: RegExp): string[][] =>
  markdown
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(([before, first = '']) => before === '' && begins.test(first))
    .map(cells => cells.slice(1, -1))
