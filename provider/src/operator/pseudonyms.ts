import { recordAudit } from '../monitoring/audit.ts'
import { pseudonym } from '../monitoring/security-events.ts'
import { fullName } from '../students/names.ts'
import type { Provider } from '../window/provider.ts'
import { fail, type Report, say } from './report.ts'

const atOnce = 5000

/**
 * Finds the student behind a pseudonym of the log. It cannot be reversed, so it is computed for
 * every student until one matches. The audit records who asked, since the log is meant to name no
 * student.
 */
export async function tellWho(
  { database, secret, now }: Provider,
  wanted: string,
  { name: who }: { name: string },
): Promise<Report> {
  let last = ''
  while (true) {
    const students = await database.query<{ matricule: string; nom: string; prenom: string }>(
      `SELECT matricule, nom, prenom FROM students WHERE matricule > $1 ORDER BY matricule LIMIT ${atOnce}`,
      [last],
    )
    const found = students.find(({ matricule }) => pseudonym(secret, matricule) === wanted)
    if (found) {
      await recordAudit(database, {
        at: now(),
        who,
        action: 'who',
        matricule: found.matricule,
        after: wanted,
      })
      return say(`${found.matricule}  ${fullName(found)}`)
    }
    last = students.at(-1)?.matricule ?? ''
    if (students.length < atOnce)
      return fail(
        'No student of the list has this pseudonym: what was tried, was tried with a matricule that nobody has.',
      )
  }
}
