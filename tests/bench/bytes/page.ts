/** The table of docs/zero-rating.md, which the bench writes and nobody by hand. Pure. */

export interface Counted {
  what: string
  requests: number
  /** Bytes from the server to the phone, and from the phone to the server, heads and bodies. */
  down: number
  up: number
}

const begin = '<!-- written by npm run bench:bytes -->'
const end = '<!-- end of what is written -->'

const bytes = (count: number) => count.toLocaleString('en')

/** @param day on which it was measured, as 2026-11-27 */
export function tableOf(counted: readonly Counted[], day: string): string {
  const rows = counted.map(
    ({ what, requests, down, up }) => `| ${what} | ${requests} | ${bytes(down)} | ${bytes(up)} | ${bytes(down + up)} |`,
  )
  return [
    `Measured on ${day}, in bytes.`,
    '',
    '| what a student does | requests | to the phone | from the phone | together |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** @throws Error for a page without the two markers, in which there is no place for the table */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page needs a line "${begin}" and, below it, a line "${end}".`)
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`
}
