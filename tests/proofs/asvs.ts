/** Reads the table of OWASP's Application Security Verification Standard in tests/asvs.md. */

/** ASVS 5.0.0: how many requirements of levels 1 and 2 each section has; they come first in it, and those of level 3 last. */
const sections: Readonly<Record<string, number>> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2 },
  ...{ 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2 },
  ...{ 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3 },
  ...{ 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5, 'V6.6': 3, 'V6.8': 4 },
  ...{ 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2 },
  ...{ 'V8.1': 2, 'V8.2': 3, 'V8.3': 1, 'V8.4': 1 },
  ...{ 'V9.1': 3, 'V9.2': 4 },
  ...{ 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2, 'V10.7': 3 },
  ...{ 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4 },
  ...{ 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5 },
  ...{ 'V14.1': 2, 'V14.2': 4, 'V14.3': 3 },
  ...{ 'V15.1': 3, 'V15.2': 3, 'V15.3': 7 },
  ...{ 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
}

export const requirements: readonly string[] = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
)

export const verdicts = ['met', 'written', 'open', 'not applicable']

export interface Judgement {
  ids: string[]
  verdict: string
  why: string
}

/** Rows whose first cell begins with a requirement: « V3.4.1–V3.4.6, V3.5.1 ». */
export function judgementsIn(markdown: string): Judgement[] {
  const lines = markdown.split('\n').filter(line => /^\| V\d+\.\d/.test(line))
  return lines.map(line => {
    const [ids = '', verdict = '', why = '', ...more] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    if (more.length > 0) throw new Error(`Not a row of three cells: ${line}`)
    return { ids: ids.split(', ').flatMap(idsOf), verdict, why }
  })
}

/** A range may go beyond its section: « V10.1.1–V10.7.3 ». What is no requirement stays as it is, and is found out. */
function idsOf(text: string): string[] {
  const [first = '', last = first, ...more] = text.split('–')
  const [from, to] = [requirements.indexOf(first), requirements.indexOf(last)]
  if (more.length > 0 || from < 0 || to < from) return [text]
  return requirements.slice(from, to + 1)
}

/** The tests that a text names: « (`guessing`, `e2e/nginx`) », each a file under provider/tests/ or tests/. */
export function testsIn(text: string): string[] {
  const groups = text.match(/\((?:`[a-z0-9][a-z0-9/.-]*`(?:,\s+)?)+\)/g) ?? []
  return groups.flatMap(group => [...group.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}
