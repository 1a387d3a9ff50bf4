import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableOf, withTable } from '../../bench/bytes/page.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'zero-rating.md'), 'utf8')
const counted = [{ what: 'a first visit', requests: 41, down: 212_345, up: 9_876 }]
const table = tableOf(counted, '2026-11-27')

test('the table has both directions and their sum, and says of what', () => {
  expect(table).toContain('Measured on 2026-11-27, in bytes.')
  expect(table).toContain('| a first visit | 41 | 212,345 | 9,876 | 222,221 |')
})

test('the page for the operators has its place for the table, which is written anew and nothing else', () => {
  const once = withTable(page, table)
  expect(once).toContain(table)
  expect(withTable(once, 'other')).toBe(withTable(page, 'other'))
  expect(withTable(page, 'other')).not.toContain('| requests |')
  const [before, after] = withTable(page, 'TABLE').split('TABLE')
  expect(page.startsWith(before ?? '?')).toBe(true)
  expect(page.endsWith(after ?? '?')).toBe(true)
})

test('a page without a place for it is not written to', () => {
  expect(() => withTable('# Nothing', table)).toThrow('needs a line')
})
