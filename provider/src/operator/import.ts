import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Queries } from '../database/port.ts'
import { recordAudit } from '../monitoring/audit.ts'
import { leavePlaces, otherHolders, saveStudents } from '../students/student-list.ts'
import type { Student } from '../students/students.ts'
import type { Provider } from '../window/provider.ts'
import { parseStudents } from './csv.ts'
import { byLine, type NumberedStudent, type Problem, type Read } from './doubles.ts'
import { count } from './lines.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

/**
 * Few enough that PGlite, which runs on the thread that answers calls, needs only a fraction of a
 * second for them.
 */
const batch = 500
const reportEvery = 5000

/** One transaction: what can be taken is in the list afterwards, or nothing is. */
export async function importStudents(
  { database, kept, now }: Provider,
  text: string,
  { name, tell }: Operator,
): Promise<Report> {
  const parsed = await parseStudents(text)
  if ('stop' in parsed) return fail(`Nothing was imported: ${parsed.stop}`)
  // PGlite answers nothing else during the import, so the lists that every student requests are
  // read once more before.
  await Promise.all([kept.window.renew(), kept.years.renew()])
  const { students, problems } = await database.transaction(async queries => {
    const { students, problems } = await leaveHeldPlaces(queries, parsed)
    if (students.length === 0) return { students, problems }
    await inBatches(students, some => leavePlaces(queries, some))
    await inBatches(students, (some, at) => {
      if (at > 0 && at % reportEvery === 0) tell(`${at} of ${students.length} students written.`)
      return saveStudents(queries, some)
    })
    const list = createHash('sha256').update(text).digest('hex')
    const left = problems.length > 0 ? `, ${leftOut(problems)}` : ''
    const after = `${students.length} students, SHA-256 of the list ${list}${left}`
    await recordAudit(queries, { at: now(), who: name, action: 'import', after })
    return { students, problems }
  })
  kept.years.forget()
  const imported = `${students.length} students imported.`
  if (problems.length === 0) return say(imported)
  const lines = problems.map(({ line, why }) => `line ${line}: ${why}`)
  if (students.length === 0)
    lines.push('Nothing was imported. Correct the list and import it again.')
  else lines.push(`${leftOut(problems)}. Correct the list and import it again.`, imported)
  return { done: false, lines }
}

/**
 * A place may move between two students of the list, but not from a student who keeps it: who is
 * not in the list.
 */
async function leaveHeldPlaces(queries: Queries, { students, problems }: Read): Promise<Read> {
  const holders: { matricule: string; holder: string }[] = []
  await inBatches(students, async some => {
    for (const pair of await otherHolders(queries, some)) holders.push(pair)
  })
  const moving = new Map(students.map(one => [one.student.matricule, one]))
  const held: Problem[] = []
  // Who is left out keeps the own place, too, and another student may have been meant to get it.
  for (let before = -1; before < held.length; ) {
    before = held.length
    for (const { matricule, holder } of holders) {
      const one = moving.get(matricule)
      if (!one || moving.has(holder)) continue
      moving.delete(matricule)
      held.push({ line: one.line, why: `this place already belongs to matricule ${holder}` })
    }
  }
  return { students: [...moving.values()], problems: byLine([...problems, ...held]) }
}

/**
 * PGlite's promises resolve as microtasks: without these pauses other calls would get no turn in
 * between.
 */
async function inBatches(
  students: readonly NumberedStudent[],
  work: (some: Student[], at: number) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < students.length; at += batch) {
    await work(
      students.slice(at, at + batch).map(({ student }) => student),
      at,
    )
    await turn()
  }
}

const linesOf = (problems: readonly Problem[]): number =>
  new Set(problems.map(({ line }) => line)).size
const leftOut = (problems: readonly Problem[]): string =>
  `${count(linesOf(problems), 'line')} left out`
