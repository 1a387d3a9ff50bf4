import { CsvError, parse } from 'csv-parse/sync'
import * as v from 'valibot'
import * as field from '../calls/fields.ts'
import { academies, series } from '../reference-lists.ts'
import type { Student } from '../students.ts'

const columns = ['matricule', 'nom', 'prenom', 'anneeBac', 'numPlace', 'serie', 'ae'] as const

const codes = (list: typeof series) => list.map(item => item.code)
// The portal shows names in fields that take letters and spaces only (section 5): others would block the student.
const listedName = v.pipe(v.string(), v.regex(/^\p{L}[\p{L} ]{1,79}$/u))

const Line = v.object({
  matricule: field.matricule,
  nom: listedName,
  prenom: listedName,
  anneeBac: v.pipe(v.string(), v.regex(/^(19|20)\d{2}$/), v.transform(Number)),
  numPlace: field.numPlace,
  serie: v.picklist(codes(series)),
  ae: v.picklist(codes(academies)),
})

const rules: Record<string, string> = {
  matricule: '11 or 12 capital letters and digits',
  nom: 'two letters at least, letters and spaces only',
  prenom: 'two letters at least, letters and spaces only',
  anneeBac: 'a year such as 2026',
  numPlace: 'digits, 12 at most',
  serie: `one of ${codes(series).join(', ')}`,
  ae: `one of ${codes(academies).join(', ')}`,
}

const Records = v.array(v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) }))
type Records = v.InferOutput<typeof Records>

export interface NumberedStudent {
  line: number
  student: Student
}

export type ParsedCsv = { students: NumberedStudent[] } | { problems: string[] }

/** All of the file or nothing of it: every bad line is named with its number and what it should be. */
export function parseStudents(text: string): ParsedCsv {
  let records: Records
  try {
    records = v.parse(
      Records,
      parse(text, {
        bom: true,
        info: true,
        trim: true,
        skip_empty_lines: true,
        relax_column_count: true,
        delimiter: [',', ';'],
      }),
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problems: [`line ${String(error.lines ?? '?')}: ${error.message}`] }
  }
  const [header, ...rows] = records
  const missing = columns.filter(column => !header?.record.includes(column))
  if (!header || missing.length > 0) {
    return {
      problems: [`line 1: the first line must name the columns ${columns.join(',')}; missing: ${missing.join(', ')}`],
    }
  }
  if (rows.length === 0) return { problems: ['the file has no student'] }
  return checkRows(header.record, rows)
}

function checkRows(header: string[], rows: Records): ParsedCsv {
  const students: NumberedStudent[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const { info, record } of rows) {
    const line = info.lines
    if (record.length !== header.length) {
      problems.push(`line ${line}: ${record.length} columns instead of ${header.length}`)
      continue
    }
    const parsed = v.safeParse(Line, Object.fromEntries(header.map((name, index) => [name, record[index]])))
    if (!parsed.success) {
      const names = new Set(parsed.issues.map(issue => String(issue.path?.[0]?.key ?? '')))
      for (const name of names) problems.push(`line ${line}: ${name} must be ${rules[name] ?? 'valid'}`)
      continue
    }
    const student = parsed.output
    const place = [student.anneeBac, student.numPlace, student.serie, student.ae].join('|')
    for (const [key, what] of [
      [student.matricule, 'matricule'],
      [place, 'place (anneeBac, numPlace, serie, ae)'],
    ] as const) {
      const before = seen.get(key)
      if (before !== undefined) problems.push(`line ${line}: same ${what} as line ${before}`)
      seen.set(key, before ?? line)
    }
    students.push({ line, student })
  }
  return problems.length > 0 ? { problems } : { students }
}
