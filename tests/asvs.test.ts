import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesInPage } from './proofs/pages.ts'
import { rowsOf } from './proofs/table.ts'

/** asvs.md judges every requirement of OWASP's ASVS 5.0, and calls none met without a test that exists; so SECURITY.md. */

/** How many requirements of levels 1 and 2 each section has: they come first in it, those of level 3 last. */
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
const requirements = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
)

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'tests', 'asvs.md'), 'utf8')
const threats = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const judgements = rowsOf(page, /^V\d+\.\d/).map(([ids = '', verdict = '', why = '']) => ({ ids, verdict, why }))

/** A range may go beyond its section: « V10.1.1–V10.7.3 ». What is no requirement stays as it is, and is found. */
function idsOf(range: string): string[] {
  const [from = '', to = from] = range.split('–')
  const found = requirements.slice(requirements.indexOf(from), requirements.indexOf(to) + 1)
  return found.length > 0 && found[0] === from ? found : [range]
}

/** « (`guessing`, `e2e/nginx`) »: each a file under provider/tests/ or tests/. */
const testsIn = (text: string): string[] =>
  (text.match(/\((?:`[a-z0-9][a-z0-9/.-]*`(?:,\s+)?)+\)/g) ?? []).flatMap(group => group.match(/[^(`,\s)]+/g) ?? [])

test('each requirement of levels 1 and 2 is judged once, and nothing else', () => {
  expect(requirements).toHaveLength(253)
  const judged = judgements.flatMap(({ ids }) => ids.split(', ').flatMap(idsOf))
  expect(judged.toSorted()).toEqual(requirements.toSorted())
})

test('what is met has a test, what is written a page, and all else a reason', () => {
  const bears: Readonly<Record<string, (why: string) => boolean>> = {
    met: why => testsIn(why).length > 0,
    written: why => namesInPage(why).links.length > 0,
    open: why => why.split(/\s+/).length > 2,
    'not applicable': why => why.split(/\s+/).length > 2,
  }
  expect(judgements.filter(({ verdict, why }) => !bears[verdict]?.(why))).toEqual([])
})

test('every test that is named exists', () => {
  const names = testsIn(page + threats)
  expect(names.length).toBeGreaterThan(100)
  const exists = (name: string) =>
    ['provider/tests', 'tests'].some(folder => existsSync(join(root, folder, `${name}.test.ts`)))
  expect([...new Set(names)].filter(name => !exists(name))).toEqual([])
})
