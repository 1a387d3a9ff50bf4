import { endpoints, type Person } from '../shared.ts'
import { mustAccept, mustRefuse, type Run } from './ask.ts'
import { codeFor, type Sms, wrongCode } from './codes.ts'
import { otherZeros } from './enrolment.ts'
import type { Lists } from './lists.ts'
import { enrolmentBody, type Student } from './student.ts'

const { path } = endpoints.confirmCode
const accepts = 'the right code is accepted'
const counts = 'a code still counts when another was sent to the same number after it'

const counted = 'it saves answers whose numbers have other leading zeros'

/**
 * The student's answers, with another choice in one of them: a provider that knows them not yet
 * sends another code.
 */
export function otherAnswers(student: Student, lists: Lists): Student | undefined {
  const other = lists.identityDocuments?.find(({ code }) => code !== student.tuteur)
  return other && { ...student, tuteur: other.code }
}

/**
 * @param changed answers to be sent after the first code.
 * @returns the codes of this number, oldest first
 */
export async function askForCodes(
  run: Run,
  student: Student,
  person: Person,
  changed: Student | undefined,
): Promise<string[]> {
  const first = await codeFor(student.phone, student.code)
  if (!first) return []
  checkTime(run, first)
  if (!changed) return [first.code]
  const { numPlace, numAttest } = changed
  const zeros = { numPlace: otherZeros(numPlace), numAttest: otherZeros(numAttest) }
  await mustAccept(run, 'enrol', enrolmentBody({ ...changed, ...zeros }, person), counted)
  const second = await codeFor(student.phone, student.code)
  if (second && second.code !== first.code) return [first.code, second.code]
  run.report.skips(path, counts, 'no second code came at once')
  return [first.code]
}

/** Messages are minutes late: a student must be able to tell the newer one. */
function checkTime({ report }: Run, { text }: Sms): void {
  if (text === undefined) return
  const hasTime = /(?<!\d)([01]?\d|2[0-3])\s?[h:]\s?[0-5]\d(?!\d)/i.test(text)
  const found = 'no time: a student with two messages tries them in turn'
  report.judge(
    'advice',
    path,
    'the SMS says at what time its code was asked for',
    !hasTime && found,
  )
}

/** @returns the code that has confirmed the number */
export async function checkCodes(
  run: Run,
  { matricule }: Person,
  [first, second]: readonly string[],
): Promise<string | undefined> {
  const { report } = run
  if (first === undefined) return undefined
  await mustRefuse(
    run,
    'confirmCode',
    { matricule, otp: wrongCode(first, ...(second ? [second] : [])) },
    {
      says: 'a wrong code is refused',
      accepted: 'breaks',
      means: 'anybody could confirm any number',
    },
  )
  const give = (otp: string, says: string) =>
    mustAccept(run, 'confirmCode', { matricule, otp }, says)
  const byFirst = await give(first, second ? counts : accepts)
  const confirmed = byFirst || (second !== undefined && (await give(second, accepts)))
  if (byFirst && second) report.holds(path, accepts)
  const repeats = 'a repeat, whose first answer was lost, is answered with status 1 again'
  const served = byFirst ? first : second
  if (!confirmed || served === undefined)
    return void report.skips(path, repeats, 'the code was not accepted')
  await give(served, repeats)
  if (byFirst && second) await checkEnded(run, matricule, second)
  return served
}

function checkEnded(run: Run, matricule: string, otp: string): Promise<void> {
  return mustRefuse(
    run,
    'confirmCode',
    { matricule, otp },
    {
      says: 'once one code has served, the others of its number have ended',
      accepted: 'borne',
      means: 'the portal keeps it for the receipt, which asks for the one that has confirmed',
    },
  )
}
