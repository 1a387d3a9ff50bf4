import { recordAudit } from '../audit.ts'
import type { Provider } from '../provider.ts'
import { pseudonym } from '../security-events.ts'
import { fail, type Report, say } from './report.ts'

const atOnce = 5000

/**
 * The student whom a line of the log calls by this pseudonym. It cannot be undone, so that everybody's is made until one
 * is it; and it is written down who asked, since the log was to name nobody.
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
      await recordAudit(database, { at: now(), who, action: 'who', matricule: found.matricule, after: wanted })
      return say(`${found.matricule}  ${found.nom} ${found.prenom}`)
    }
    last = students.at(-1)?.matricule ?? ''
    if (students.length < atOnce)
      return fail(
        'No student of the list has this pseudonym: what was tried, was tried with a matricule that nobody has.',
      )
  }
}
