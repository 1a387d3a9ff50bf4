import { createHash } from 'node:crypto'
import { recordAudit } from '../audit.ts'
import type { Provider } from '../provider.ts'
import { saveStudent } from '../students.ts'
import { parseStudents } from './csv.ts'
import type { Operator } from './operator.ts'
import type { Report } from './report.ts'

class Taken extends Error {}

/** One transaction: the students of the file are all in the list afterwards, or none of them is. */
export async function importStudents({ database, now }: Provider, text: string, { name }: Operator): Promise<Report> {
  const parsed = parseStudents(text)
  if ('problems' in parsed) return refused(parsed.problems)
  try {
    await database.transaction(async queries => {
      for (const { line, student } of parsed.students) {
        const [holder] = await queries.query<{ matricule: string }>(
          `SELECT matricule FROM students
           WHERE annee_bac = $1 AND num_place = $2 AND serie = $3 AND ae = $4 AND matricule <> $5`,
          [student.anneeBac, student.numPlace, student.serie, student.ae, student.matricule],
        )
        if (holder) throw new Taken(`line ${line}: this place already belongs to matricule ${holder.matricule}`)
        await saveStudent(queries, student)
      }
      const list = createHash('sha256').update(text).digest('hex')
      const after = `${parsed.students.length} students, SHA-256 of the list ${list}`
      await recordAudit(queries, { at: now(), who: name, action: 'import', after })
    })
  } catch (error) {
    if (error instanceof Taken) return refused([error.message])
    throw error
  }
  return { done: true, lines: [`${parsed.students.length} students imported.`] }
}

function refused(problems: string[]): Report {
  return { done: false, lines: ['Nothing was imported. Correct these lines and import the file again:', ...problems] }
}
