import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import * as v from 'valibot'
import * as field from '../calls/fields.ts'
import { hasName } from '../names.ts'
import { academies, series } from '../reference-lists.ts'
import { type Student, withoutZeros } from '../students.ts'

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
  v.transform(text => (nothing.includes(text) ? '' : text)),
  field.personName,
)

const Line = v.object({
  matricule: field.matricule,
  nom: name,
  prenom: name,
  anneeBac: v.pipe(v.string(), v.regex(/^(19|20)\d{2}$/), v.transform(Number)),
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

const Numbered = v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) })

export interface NumberedStudent {
  line: number
  student: Student
}

export type ParsedCsv = { students: NumberedStudent[] } | { problems: string[] }

const lettersAtOnce = 64 * 1024
const linesAtOnce = 1000

/** A server that imports a list still answers calls: so text and lines are read in portions. */
async function* records(text: string) {
  const pieces = function* () {
    for (let at = 0; at < text.length; at += lettersAtOnce) yield text.slice(at, at + lettersAtOnce)
  }
  const parser = Readable.from(pieces()).pipe(
    parse({
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [',', ';'],
    }),
  )
  let read = 0
  for await (const found of parser) {
    yield v.parse(Numbered, found)
    read += 1
    if (read % linesAtOnce === 0) await turn()
  }
}

/** All of the file or nothing: every bad line is reported with its number and what it should be. */
export async function parseStudents(text: string): Promise<ParsedCsv> {
  let table: Table | undefined
  try {
    for await (const { info, record } of records(text)) {
      if (table) table.read(info.lines, record)
      else if (missingIn(record).length === 0) table = new Table(record)
      else return { problems: [headerProblem(record)] }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problems: [`line ${String(error.lines ?? '?')}: ${error.message}`] }
  }
  if (!table) return { problems: [headerProblem([])] }
  if (table.problems.length > 0) return { problems: table.problems }
  return table.students.length > 0 ? { students: table.students } : { problems: ['the file has no student'] }
}

const missingIn = (header: string[]) => columns.filter(column => !header.includes(column))
const headerProblem = (header: string[]) =>
  `line 1: the first line must name the columns ${columns.join(',')}; missing: ${missingIn(header).join(', ')}`

class Table {
  readonly students: NumberedStudent[] = []
  readonly problems: string[] = []
  private readonly seen = new Map<string, number>()

  constructor(private readonly header: string[]) {}

  read(line: number, record: string[]): void {
    const { header } = this
    if (record.length !== header.length)
      return void this.problems.push(`line ${line}: ${record.length} columns instead of ${header.length}`)
    const parsed = v.safeParse(Line, Object.fromEntries(header.map((name, index) => [name, record[index]])))
    if (!parsed.success) {
      const names = new Set(parsed.issues.map(issue => String(issue.path?.[0]?.key ?? '')))
      for (const name of names) this.problems.push(`line ${line}: ${name} must be ${rules[name] ?? 'valid'}`)
      return
    }
    const student = parsed.output
    if (!hasName(student)) return void this.problems.push(`line ${line}: nom or prenom must be there`)
    const place = [student.anneeBac, withoutZeros(student.numPlace), student.serie, student.ae].join('|')
    this.once(line, student.matricule, 'matricule')
    this.once(line, place, 'place (anneeBac, numPlace without leading zeros, serie, ae)')
    this.students.push({ line, student })
  }

  private once(line: number, key: string, what: string): void {
    const before = this.seen.get(key)
    if (before === undefined) this.seen.set(key, line)
    else this.problems.push(`line ${line}: same ${what} as line ${before}`)
  }
}
