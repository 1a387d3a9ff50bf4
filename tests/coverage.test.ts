import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Statement, sentencesOf, statementsOf } from './proofs/specification.ts'
import { rowsOf, timesIn } from './proofs/table.ts'
import { tierOf } from './run/tiers.ts'

/** No sentence of the specification without a test, and no test that is only said to exist. */

const sections = [2, 4, 5, 8]
const rows = rowsOf(readFileSync(join(import.meta.dirname, 'coverage.md'), 'utf8'))
const specification = readFileSync(join(import.meta.dirname, '..', 'docs', 'specification.md'), 'utf8')

const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const exists = (file: string) => existsSync(join(import.meta.dirname, file))

describe('the table of proofs', () => {
  test('has something in it', () => expect(rows.length).toBeGreaterThan(90))

  test('names only files that exist', () => {
    const files = rows.flatMap(({ proofs: confirmationCodes }) => confirmationCodes.map(({ file }) => file))
    expect([...new Set(files)].filter(file => !exists(file))).toEqual([])
  })

  test('names only titles that stand once in their file', () => {
    const wrong = rows
      .flatMap(({ proofs: confirmationCodes }) => confirmationCodes)
      .filter(({ file }) => exists(file))
      .map(({ file, title }) => ({ file, title, times: timesIn(source(file), title) }))
      .filter(({ times }) => times !== 1)
    expect(wrong).toEqual([])
  })

  test('says of each proof that npm test leaves to another command to which', () => {
    const wrong = rows
      .flatMap(({ proofs: confirmationCodes }) => confirmationCodes)
      .filter(({ file, tier }) => {
        const actual = tierOf(`tests/${file}`)
        return tier !== (actual === 'quick' || actual === 'gate' ? undefined : actual)
      })
    expect(wrong).toEqual([])
  })

  test('finds a title as a test, as a suite and as a row of a table, and two of the same name', () => {
    expect(timesIn("test('is asked', () => {})", 'is asked')).toBe(1)
    expect(timesIn("test.each([\n  ['is asked', 1],\n])('%s', () => {})", 'is asked')).toBe(1)
    expect(timesIn('describe("a (b) $c", () => { test("a (b) $c", run) })', 'a (b) $c')).toBe(2)
    expect(timesIn("const text = 'is asked'", 'is asked')).toBe(0)
  })
})

describe('the specification is cut', () => {
  test('at the end of its sentences and never within quotation marks', () => {
    expect(sentencesOf("Shows 'Trop grand. Au plus 5Mo' at once. L'an (1.5) counts. Ends.")).toEqual([
      "Shows 'Trop grand. Au plus 5Mo' at once.",
      "L'an (1.5) counts.",
      'Ends.',
    ])
  })

  test('into bullets, numbers and rows of the sections that were asked for', () => {
    const text = '## 1. A\nNo.\n## 2. B\n| x | y |\n|---|---|\n| a | b |\n\n### C\n- One. Two.\n1. Three.\n## 3. D\nNo.'
    const found = ['a: b', 'One.', 'Two.', 'Three.'].map((text): Statement => ({ section: 2, text }))
    expect(statementsOf(text, [2])).toEqual(found)
  })
})

describe('each sentence of sections 2, 4, 5 and 8', () => {
  const statements = statementsOf(specification, sections)
  const matches = (statement: Statement) =>
    rows.filter(({ section, begins }) => section === statement.section && statement.text.startsWith(begins))

  test('stands in the table once', () => {
    expect(statements.length).toBeGreaterThan(90)
    const amiss = statements
      .filter(statement => matches(statement).length !== 1)
      .map(({ section, text }) => [section, text])
    expect(amiss).toEqual([])
  })

  test('is one that the specification still has', () => {
    const found = new Set(statements.flatMap(matches))
    expect(rows.filter(row => !found.has(row)).map(({ begins }) => begins)).toEqual([])
  })

  test('is proved, unless the specification says that it shows nothing', () => {
    const unproved = statements.filter(statement =>
      matches(statement).some(({ proofs: confirmationCodes }) => confirmationCodes.length === 0),
    )
    expect(unproved.filter(({ text }) => !/not shown/.test(text))).toEqual([])
  })
})
