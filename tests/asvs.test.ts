import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgementsIn, requirements, testsIn, verdicts } from './proofs/asvs.ts'
import { namesInPage } from './proofs/pages.ts'

/** asvs.md judges every requirement, and says of none that it is met without a test that exists; so SECURITY.md. */

const page = readFileSync(join(import.meta.dirname, 'asvs.md'), 'utf8')
const threats = readFileSync(join(import.meta.dirname, '..', 'SECURITY.md'), 'utf8')
const judgements = judgementsIn(page)
const exists = (name: string) =>
  ['../provider/tests', '.'].some(folder => existsSync(join(import.meta.dirname, folder, `${name}.test.ts`)))
const amiss = (wrong: (one: (typeof judgements)[number]) => boolean) =>
  judgements.filter(wrong).map(({ ids, verdict }) => `${ids[0]} ${verdict}`)

describe('what is said to be safe', () => {
  test('names tests that exist', () => {
    const names = testsIn(page + threats)
    expect(names.length).toBeGreaterThan(100)
    expect([...new Set(names)].filter(name => !exists(name))).toEqual([])
  })

  test('judges each requirement of levels 1 and 2 of ASVS 5.0 once, and nothing else', () => {
    expect(requirements).toHaveLength(253)
    const judged = judgements.flatMap(({ ids }) => ids)
    expect(requirements.filter(id => !judged.includes(id))).toEqual([])
    expect(judged.filter((id, at) => !requirements.includes(id) || judged.indexOf(id) !== at)).toEqual([])
  })

  test('judges by one of four words', () => {
    expect(amiss(({ verdict }) => !verdicts.includes(verdict))).toEqual([])
  })

  test('has a test for whatever is met, and a page for whatever is written', () => {
    expect(amiss(({ verdict, why }) => verdict === 'met' && testsIn(why).length === 0)).toEqual([])
    const isWritten = (why: string) => namesInPage(why).links.length > 0
    expect(amiss(({ verdict, why }) => verdict === 'written' && !isWritten(why))).toEqual([])
  })

  test('says why something is open or does not apply', () => {
    const words = (why: string) => why.split(/\s+/).length
    expect(amiss(({ verdict, why }) => /open|not/.test(verdict) && words(why) < 3)).toEqual([])
  })
})

describe('the table is read', () => {
  test('by ranges within and beyond a section, and rows of something else are passed over', () => {
    const table =
      '| id | x | y |\n|---|---|---|\n| V3.3.4, V3.4.1–V3.4.2 | met | A (`web`). |\n| V9.2.4–V10.1.1 | open | B. |\n'
    expect(judgementsIn(table)).toEqual([
      { ids: ['V3.3.4', 'V3.4.1', 'V3.4.2'], verdict: 'met', why: 'A (`web`).' },
      { ids: ['V9.2.4', 'V10.1.1'], verdict: 'open', why: 'B.' },
    ])
  })

  test('so that what is no requirement, or a range that ends before it begins, stays to be found', () => {
    const ids = judgementsIn('| V3.4.7, V3.4.2–V3.4.1, V3.4.1-V3.4.2 | met | A. |').flatMap(row => row.ids)
    expect(ids).toEqual(['V3.4.7', 'V3.4.2–V3.4.1', 'V3.4.1-V3.4.2'])
  })

  test('with its tests in brackets, also over the end of a line, and no switch or file is one', () => {
    const text = 'A (`guessing`,\n  `e2e/nginx`) and `web`, (`HOST`), (`unit/receipt/link.rule`), (see `paths`).'
    expect(testsIn(text)).toEqual(['guessing', 'e2e/nginx', 'unit/receipt/link.rule'])
  })
})
