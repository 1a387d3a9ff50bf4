import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { recordAudit } from '../audit.ts'
import type { Queries } from '../database/port.ts'
import type { Provider } from '../provider.ts'
import { leavePlaces, otherHolders, saveStudents } from '../student-list.ts'
import { type NumberedStudent, parseStudents } from './csv.ts'
import type { Operator } from './operator.ts'
import type { Report } from './report.ts'

class Taken extends Error {
  constructor(readonly problems: string[]) {
    super()
  }
}

/** Few enough that PGlite, which runs on the thread that answers calls, needs only a fraction of a second for them. */
const batch = 500
const reportEvery = 5000

/** One transaction: all students of the file are in the list afterwards, or none. */
export async function importStudents(
  { database, kept, now }: Provider,
  text: string,
  { name, tell }: Operator,
): Promise<Report> {
  const parsed = await parseStudents(text)
  if ('problems' in parsed) return refused(parsed.problems)
  const { students } = parsed
  // PGlite answers nothing else during the import, so the lists that every student requests are read once more before.
  await Promise.all([kept.window.renew(), kept.years.renew()])
  try {
    await database.transaction(async queries => {
      await makeRoom(queries, students)
      for (let at = 0; at < students.length; at += batch) {
        if (at > 0 && at % reportEvery === 0) tell(`${at} of ${students.length} students written.`)
        await saveStudents(queries, studentsOf(students.slice(at, at + batch)))
        // PGlite's promises resolve as microtasks: without this pause other calls would get no turn in between.
        await turn()
      }
      const list = createHash('sha256').update(text).digest('hex')
      const after = `${students.length} students, SHA-256 of the list ${list}`
      await recordAudit(queries, { at: now(), who: name, action: 'import', after })
    })
  } catch (error) {
    if (error instanceof Taken) return refused(error.problems)
    throw error
  }
  kept.years.forget()
  return { done: true, lines: [`${students.length} students imported.`] }
}

/** A place may move between two students of the file, but not from a student whom the file does not name. */
async function makeRoom(queries: Queries, students: readonly NumberedStudent[]): Promise<void> {
  const lines = new Map(students.map(({ line, student }) => [student.matricule, line]))
  const problems: string[] = []
  for (let at = 0; at < students.length; at += batch) {
    const some = studentsOf(students.slice(at, at + batch))
    for (const { matricule, holder } of await otherHolders(queries, some)) {
      if (lines.has(holder)) continue
      problems.push(`line ${lines.get(matricule) ?? '?'}: this place already belongs to matricule ${holder}`)
    }
    await leavePlaces(queries, some)
    await turn()
  }
  if (problems.length > 0) throw new Taken(problems)
}

const studentsOf = (numbered: readonly NumberedStudent[]) => numbered.map(({ student }) => student)

function refused(problems: string[]): Report {
  return { done: false, lines: ['Nothing was imported. Correct these lines and import the file again:', ...problems] }
}
