import { setImmediate as turn } from 'node:timers/promises'
import * as v from 'valibot'
import * as field from '../enrolments/fields.ts'
import { hasName, isMisread } from '../students/names.ts'
import { type Student, withoutZeros } from '../students/students.ts'
import { academies, series } from '../window/reference-lists.ts'
import { leaveDoubles, type NumberedStudent, type Problem, type Read } from './doubles.ts'
import {
  cellsOf,
  columnsOf,
  type Delimiter,
  delimiters,
  isBlank,
  isDamaged,
  isForeign,
  linesOf,
} from './table.ts'

const columns = ['matricule', 'nom', 'prenom', 'anneeBac', 'numPlace', 'serie', 'ae'] as const

const codes = (list: typeof series) => list.map(item => item.code)

const attestation = v.pipe(
  v.string(),
  v.union([v.literal(''), field.numAttest]),
  v.transform(text => (text === '' ? null : withoutZeros(text))),
)

/** Databases write an empty field as one of these. */
const nothing = ['NULL', '\\N']
const name = v.pipe(
  v.string(),
  v.check(text => !isMisread(text)),
  v.transform(text => (nothing.includes(text) ? '' : text)),
  field.personName,
)

const Row = v.object({
  matricule: field.matricule,
  nom: name,
  prenom: name,
  anneeBac: v.pipe(field.anneeBac, v.regex(/^(19|20)/), v.transform(Number)),
  numPlace: field.placeAsWritten,
  serie: v.picklist(codes(series)),
  ae: v.picklist(codes(academies)),
  numAttest: v.optional(attestation, ''),
})

const rules: Record<string, string> = {
  matricule: '11 or 12 capital letters and digits',
  nom: 'two letters at least: letters, spaces, apostrophes and hyphens only',
  prenom: 'two letters at least: letters, spaces, apostrophes and hyphens only',
  anneeBac: 'a year such as 2026',
  numPlace: 'digits, 12 at most',
  serie: `one of ${codes(series).join(', ')}`,
  ae: `one of ${codes(academies).join(', ')}`,
  numAttest: 'digits, 20 at most, or empty',
}

/** `stop`: why the file as a whole cannot be read. */
export type ParsedCsv = Read | { stop: string }

const linesAtOnce = 1000

/**
 * What cannot be taken is left out, line by line, and named. A server that reads a list still
 * answers calls.
 */
export async function parseStudents(text: string): Promise<ParsedCsv> {
  if (isForeign(text))
    return { stop: 'the file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.' }
  let header: Header | undefined
  const students: NumberedStudent[] = []
  const problems: Problem[] = []
  for (const { number, text: line } of linesOf(text)) {
    if (number % linesAtOnce === 0) await turn()
    if (isBlank(line)) continue
    if (!header) {
      const first = readHeader(line)
      if ('fault' in first) return { stop: `line ${number}: ${first.fault}` }
      header = first
      continue
    }
    const row = readRow(header, line)
    if (Array.isArray(row)) problems.push(...row.map(why => ({ line: number, why })))
    else students.push({ line: number, student: row })
  }
  if (!header) return { stop: `line 1: ${missing([...columns])}` }
  if (students.length + problems.length === 0) return { stop: 'the file has no student' }
  return leaveDoubles({ students, problems })
}

interface Header {
  names: readonly string[]
  delimiter: Delimiter
}

const missing = (names: readonly string[]) =>
  `the first line must name the columns ${columns.join(',')}; missing: ${names.join(', ')}`

function readHeader(line: string): Header | { fault: string } {
  const read = delimiters.map(delimiter => {
    const names = columnsOf(cellsOf(line, delimiter) ?? [], Object.keys(Row.entries))
    return { names, delimiter, lost: columns.filter(column => !names.includes(column)) }
  })
  const [best] = read.sort((one, other) => one.lost.length - other.lost.length)
  if (!best || best.lost.length > 0) return { fault: missing(best?.lost ?? columns) }
  const twice = Object.keys(Row.entries).find(
    name => best.names.filter(other => other === name).length > 1,
  )
  return twice ? { fault: `the column ${twice} stands twice` } : best
}

/** @returns the student, or why the line is left out */
function readRow({ names, delimiter }: Header, line: string): Student | string[] {
  const cells = cellsOf(line, delimiter)
  if (!cells) return ['a quotation mark is not closed in its cell']
  if (cells.length !== names.length) return [`${cells.length} columns instead of ${names.length}`]
  const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  const parsed = v.safeParse(Row, row)
  if (parsed.success)
    return hasName(parsed.output) ? parsed.output : ['nom or prenom must be there']
  const faulty = new Set(parsed.issues.map(issue => String(issue.path?.[0]?.key ?? '')))
  return [...faulty].map(name =>
    isDamaged(row[name] ?? '')
      ? `${name} is not UTF-8 text: save the list as "CSV UTF-8"`
      : `${name} must be ${rules[name] ?? 'valid'}`,
  )
}
