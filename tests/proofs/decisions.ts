/** A decision, as its page or its row in the index says it. */
export interface Decision {
  number: number
  date: string
  title: string
  /** Its page, without the ending. */
  area: string
  state: string
}

const entries = /^## No\. (?<number>\d+) · (?<title>.+)\n\n(?<date>\d{4}-\d\d-\d\d) · (?<state>.+)\n\n(?!#)/gm
const rows =
  /^\| (?<number>\d+) \| (?<date>\S+) \| (?<title>.+) \| \[(?<area>.+)\]\(\k<area>\.md#no-\k<number>-.+\) \| (?<state>.+) \|$/gm
const states = /^(?:stands|stands in part: .+|overtaken by No\. \d+)$/

const all = (text: string, pattern: RegExp, page?: string): Decision[] =>
  [...text.matchAll(pattern)].map(({ groups = {} }) => {
    const { number, date = '', title = '', area = '', state = '' }: Readonly<Record<string, string>> = groups
    return { number: Number(number), date, title, area: page ?? area, state }
  })

/** Every heading of an area's page is a decision's, and every row of the index one: what is written otherwise is a fault. */
export function faultsOfDecisions(areas: Readonly<Record<string, string>>, index: string): string[] {
  const decisions = Object.entries(areas).flatMap(([area, page]) => all(page, entries, area))
  const listed = all(index, rows)
  const say = ({ number, date, title, area, state }: Decision) =>
    `No. ${number} · ${date} · ${title} · ${area} · ${state}`
  const pages = decisions.map(say)
  const table = listed.map(say)
  const numbers = decisions.map(({ number }) => number).sort((a, b) => a - b)
  const headings = Object.values(areas).flatMap(page => page.match(/^## /gm) ?? []).length
  return [
    ...(headings === decisions.length ? [] : [`${headings} headings, ${decisions.length} decisions`]),
    ...numbers
      .filter((number, at) => number !== at + 1)
      .map(number => `No. ${number} is not the next one, or given twice`),
    ...pages.filter(text => !table.includes(text)).map(text => `${text}: not so in the index`),
    ...table
      .filter((text, at) => !pages.includes(text) || table.indexOf(text) < at)
      .map(text => `${text}: not so on a page`),
    ...decisions.filter(({ state }) => !states.test(state)).map(text => `${say(text)}: no state`),
    ...decisions.flatMap(decision =>
      [...decision.state.matchAll(/No\. (\d+)/g)]
        .filter(([, later]) => Number(later) <= decision.number || !numbers.includes(Number(later)))
        .map(([name]) => `${say(decision)}: ${name} is no later decision`),
    ),
  ]
}
