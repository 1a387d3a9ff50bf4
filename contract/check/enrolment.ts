import { type Choice, endpoints, faultOfAnswer, isFile, type Person } from '../shared.ts'
import { ask, mustAccept, type Run, said } from './ask.ts'
import type { Lists } from './lists.ts'
import type { Level } from './report.ts'
import { enrolmentBody, personIn, type Student } from './student.ts'

const lookupPath = endpoints.lookup.path

/**
 * Replaces labels by codes: the student file may name a list choice by the label that the student
 * reads.
 */
export function withCodes({ report }: Run, student: Student, lists: Lists): Student {
  const codeOf = (endpoint: keyof Lists, wanted: string | undefined) => {
    const list = lists[endpoint]
    if (wanted === undefined || !list) return wanted
    const says = "it offers the test student's choice"
    const found = list.find((choice: Choice) => choice.code === wanted || choice.libelle === wanted)
    report.judge(
      'breaks',
      endpoints[endpoint].path,
      says,
      !found && `no "${wanted}": the portal could not choose it`,
    )
    return found?.code ?? wanted
  }
  return {
    ...student,
    anneeBac: codeOf('bacYears', student.anneeBac),
    serie: codeOf('series', student.serie),
    ae: codeOf('academies', student.ae),
    tuteur: codeOf('identityDocuments', student.tuteur) ?? student.tuteur,
  }
}

/** @returns the student who enrols, or undefined when the provider finds none */
export async function checkLookup(run: Run, student: Student): Promise<Person | undefined> {
  const { anneeBac, numPlace, serie, ae } = student
  if (!anneeBac || !serie || !ae) {
    run.report.skips(
      lookupPath,
      'it finds the test student',
      'the file names no year, stream and district',
    )
    return personIn(student)
  }
  const person = await checkFound(run, student, { anneeBac, numPlace, serie, ae })
  if (person) await checkSpelling(run, person, { anneeBac, numPlace, serie, ae })
  const wrong = await ask(run, 'lookup', { anneeBac, numPlace: '999999999999', serie, ae })
  const says = 'it finds nobody at a place that nobody sat at'
  if (wrong.reply?.status === 1) run.report.differs('breaks', lookupPath, says, said(wrong))
  else if (wrong.reply || wrong.problem.kind === 'http') run.report.holds(lookupPath, says)
  return student.reading === 'reduced' ? personIn(student) : person
}

type Place = Record<'anneeBac' | 'numPlace' | 'serie' | 'ae', string>

/** Lists and paper documents differ in leading zeros. */
export const otherZeros = (number: string): string =>
  /^0+./.test(number) ? number.replace(/^0+(?=.)/, '') : `00${number}`

/** Clients other than the portal send the digits of their keyboard. */
const arabicDigits = (text: string): string =>
  text.replace(/\d/g, digit => String.fromCodePoint(0x660 + Number(digit)))

async function checkSpelling(run: Run, { matricule }: Person, place: Place): Promise<void> {
  const { report } = run
  const look = async (numPlace: string, says: string, level: Level, means: string) => {
    const heard = await ask(run, 'lookup', { ...place, numPlace })
    const isFound = heard.reply?.status === 1 && heard.reply.resultat?.matricule === matricule
    report.judge(level, lookupPath, says, !isFound && `${said(heard)}: ${means}`)
  }
  const byValue = 'the number of the place counts by its value, with or without leading zeros'
  await look(
    otherZeros(place.numPlace),
    byValue,
    'breaks',
    'who types it from another paper is not found',
  )
  const digits = 'digits of other scripts are read as 0 to 9'
  await look(
    arabicDigits(place.numPlace),
    digits,
    'advice',
    'the portal reads them before it sends them',
  )
}

async function checkFound(run: Run, student: Student, place: Place): Promise<Person | undefined> {
  const { report } = run
  const heard = await ask(run, 'lookup', place)
  const person = heard.reply?.status === 1 ? heard.reply.resultat : undefined
  const finds = 'it finds the test student'
  if (!person) {
    report.differs('breaks', lookupPath, finds, said(heard))
    return undefined
  }
  report.hide(person.matricule, person.nom, person.prenom)
  report.holds(lookupPath, finds)
  const other = (['matricule', 'nom', 'prenom'] as const).filter(
    name => student[name] !== undefined && student[name] !== person[name],
  )
  const same = 'it names the student of the file'
  if (other.length > 0) report.differs('breaks', lookupPath, same, `another ${other.join(', ')}`)
  else if (student.matricule) report.holds(lookupPath, same)
  const goesOn = 'the student can go on with the matricule and the names that it gives'
  const unfit = [
    ...(faultOfAnswer('matricule', { matricule: person.matricule })
      ? ['the matricule (11 capitals and digits)']
      : []),
    ...(person.nom.trim() || person.prenom.trim() ? [] : ['two empty names']),
  ]
  if (unfit.length > 0)
    report.differs('breaks', lookupPath, goesOn, `the form refuses ${unfit.join(', ')}`)
  else report.holds(lookupPath, goesOn)
  return person
}

/**
 * @returns whether the test student has not enrolled yet; undefined when the provider does not say
 */
export async function isFresh(run: Run, { matricule }: Person): Promise<boolean | undefined> {
  const { reply } = await ask(run, 'fileByMatricule', { matricule })
  return reply && !isFile(reply, true)
}

/** @returns whether the answers are saved and a code is on its way */
export async function checkSave(
  run: Run,
  student: Student,
  person: Person,
  fresh: boolean,
): Promise<boolean> {
  const { path } = endpoints.enrol
  const { otherPhone } = student
  const corrects = 'another phone corrects the number, as long as no code has confirmed it'
  if (otherPhone && fresh)
    await mustAccept(
      run,
      'enrol',
      enrolmentBody({ ...student, phone: otherPhone }, person),
      'it saves the answers',
    )
  else
    run.report.skips(
      path,
      corrects,
      fresh ? 'the file names no otherPhone' : 'the student has enrolled already',
    )
  const body = enrolmentBody(student, person)
  const saved = await mustAccept(
    run,
    'enrol',
    body,
    otherPhone && fresh ? corrects : 'it saves the answers',
  )
  const repeats = 'a repeat, whose first answer was lost, is answered with status 1 again'
  if (saved) await mustAccept(run, 'enrol', body, repeats)
  else run.report.skips(path, repeats, 'the answers were not saved')
  return saved
}
