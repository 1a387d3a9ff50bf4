import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsOf, timesIn } from './proofs/table.ts'
import { tierOf } from './run/tiers.ts'

/** No sentence of the specification without a test, and no test that is only said to exist. */

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const exists = (file: string) => existsSync(join(import.meta.dirname, file))

const rows = rowsOf(read('coverage.md'), /^\d+$/).map(([section, begins = '', proved = '']) => ({
  section: Number(section),
  begins,
  // Nothing where the specification itself says that it shows nothing.
  proofs: proved === 'nothing to prove' ? [] : proved.split('<br>').map(proofOf),
}))
const proofs = rows.flatMap(row => row.proofs)

function proofOf(text: string) {
  const [, file = '', tier, title = ''] = /^`([^`]+)`(?: \((\w+)\))? › (.+)$/.exec(text.trim()) ?? []
  if (!file) throw new Error(`Not "\`file\` (tier) › title": ${text}`)
  return { file, tier, title }
}

/** A full stop within quotation marks ends no sentence of ours. */
function sentencesOf(line: string): string[] {
  const quoted = [...line.matchAll(/(?<=^|[\s(])'.+?'(?=$|[\s.,;:)])/g)]
  const ends = [...line.matchAll(/(?<=[.!?]\)?)\s+(?=[A-Z«])/g)]
    .map(({ index }) => index)
    .filter(at => !quoted.some(({ 0: words, index }) => index < at && at < index + words.length))
  return [...ends, line.length].map((end, at) => line.slice(ends[at - 1] ?? 0, end).trim()).filter(Boolean)
}

/** The sentences, bullets and rows of sections 2, 4, 5 and 8; headings and a table's head state nothing. */
function statements() {
  const lines = read('../docs/specification.md').split('\n')
  let section = 0
  return lines.flatMap((raw, at) => {
    const line = raw.trim()
    section = Number(/^##\s+(\d+)\./.exec(line)?.[1] ?? section)
    const isRule = (text = '') => /^(?:\||\s*)[\s|:-]*-{3,}[\s|:-]*$/.test(text)
    if (![2, 4, 5, 8].includes(section) || /^(?:#|$)/.test(line) || isRule(line)) return []
    if (line.startsWith('|') && isRule(lines[at + 1])) return []
    const cells = line.split('|').map(cell => cell.trim())
    const isRow = line.startsWith('|')
    const texts = isRow ? [cells.filter(Boolean).join(': ')] : sentencesOf(line.replace(/^(?:-|\d+\.)\s+/, ''))
    return texts.map(text => ({ section, text }))
  })
}

test('each proof is a title that stands once in its file, and says which command runs it unless npm test does', () => {
  expect(proofs.length).toBeGreaterThan(90)
  const wrong = proofs.filter(({ file, title, tier }) => {
    const actual = tierOf(`tests/${file}`)
    const said = actual === 'quick' || actual === 'gate' ? undefined : actual
    return !exists(file) || timesIn(read(file), title) !== 1 || tier !== said
  })
  expect(wrong).toEqual([])
})

test('each sentence of the specification stands in the table once, and is proved unless it says that it shows nothing', () => {
  const all = statements().map(one => ({
    ...one,
    rows: rows.filter(({ section, begins }) => section === one.section && one.text.startsWith(begins)),
  }))
  expect(all.length).toBeGreaterThan(90)
  expect(all.filter(one => one.rows.length !== 1).map(({ text }) => text)).toEqual([])
  const isProved = ({ text, rows }: (typeof all)[number]) => rows[0]?.proofs.length || /not shown/.test(text)
  expect(all.filter(one => !isProved(one)).map(({ text }) => text)).toEqual([])
  const found = new Set(all.flatMap(one => one.rows))
  expect(rows.filter(row => !found.has(row)).map(({ begins }) => begins)).toEqual([])
})
