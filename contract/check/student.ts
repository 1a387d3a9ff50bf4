import * as v from 'valibot'
import { completeBody, phoneBody, reducedBody } from '../schemas.ts'
import { otpDigits, variants, type WizardVariant } from '../shared.ts'

/** The file that names the test student (docs/contract.md, "Against a provider"). */

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const known = v.strictObject({ matricule: text, phone: text })
/** A confirmation code and nothing else. */
export const wholeCode = new RegExp(`^\\d{${otpDigits}}$`)
const Source = v.union([
  v.pipe(v.string(), v.regex(wholeCode)),
  v.strictObject({ url: v.pipe(v.string(), v.regex(/^https?:\/\//)) }),
])
/** Empty for who has one name, which is the other one then. */
const name = v.optional(v.pipe(v.string(), v.trim()))
const StudentFile = v.strictObject({
  reading: v.optional(v.picklist(variants), 'complete'),
  anneeBac: v.optional(text),
  numPlace: text,
  serie: v.optional(text),
  ae: v.optional(text),
  phone: text,
  tuteur: text,
  numAttest: text,
  nina: v.optional(v.string(), ''),
  matricule: v.optional(text),
  nom: name,
  prenom: name,
  dateNaiss: v.optional(text),
  otherPhone: v.optional(text),
  code: v.optional(Source),
  previous: v.optional(known),
  older: v.optional(known),
})

export type Student = v.InferOutput<typeof StudentFile>
/** The code itself, or an address that lists what was sent. */
export type CodeSource = v.InferOutput<typeof Source>
export interface Person {
  matricule: string
  nom: string
  prenom: string
}

export class FileError extends Error {}

/** @throws FileError that says which field to correct */
export function readStudent(json: string): Student {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new FileError('The student file is no JSON.')
  }
  const parsed = v.safeParse(StudentFile, value)
  if (!parsed.success) throw new FileError(`The student file: ${first(parsed.issues)}.`)
  const student = parsed.output
  const wanted: readonly (keyof Student)[] =
    student.reading === 'complete'
      ? ['anneeBac', 'serie', 'ae']
      : ['matricule', 'nom', 'prenom', 'dateNaiss']
  const isEmptyName = (name: keyof Student) =>
    student[name] === '' && Boolean(student.nom || student.prenom)
  const missing = wanted.filter(name => !student[name] && !isEmptyName(name))
  if (missing.length > 0)
    throw new FileError(
      `The student file: reading "${student.reading}" needs ${missing.join(', ')}.`,
    )
  const fault = faultOf(student)
  if (fault) throw new FileError(`The student file: ${fault}.`)
  return student
}

/** A value that the portal would not send is an error in the file, not a fault of the provider. */
function faultOf(student: Student): string | undefined {
  const body = v.safeParse(
    schemas[student.reading],
    enrolmentBody(student, personIn(student) ?? anybody),
  )
  if (!body.success) return first(body.issues)
  if (!student.otherPhone) return undefined
  const other = v.safeParse(phoneBody, { phone: student.otherPhone })
  return other.success ? undefined : `otherPhone: ${first(other.issues)}`
}

const schemas: Record<WizardVariant, v.GenericSchema<unknown, unknown>> = {
  complete: completeBody,
  reduced: reducedBody,
}
const anybody: Person = { matricule: 'A'.repeat(11), nom: 'AA', prenom: 'AA' }
const first = (issues: readonly v.BaseIssue<unknown>[]) => {
  // A union tells of the alternative that comes closest among its own.
  const issue = issues[0]?.issues?.at(-1) ?? issues[0]
  return issue ? `${v.getDotPath(issue) ?? 'its content'}: ${issue.message}` : 'is not understood'
}

/** The student named in the file: the short wizard does not look students up. */
export function personIn({ matricule, nom, prenom }: Student): Person | undefined {
  if (!matricule || nom === undefined || prenom === undefined) return undefined
  return nom || prenom ? { matricule, nom, prenom } : undefined
}

export function enrolmentBody(student: Student, { matricule, nom, prenom }: Person) {
  const { phone, tuteur, numAttest, numPlace } = student
  const common = { matricule, prenom, nom, phone, tuteur, numAttest, numPlace }
  const { anneeBac = '', serie = '', ae = '', nina, dateNaiss = '' } = student
  return student.reading === 'complete'
    ? { ...common, anneeBac, serie, ae, nina }
    : { ...common, dateNaiss }
}
