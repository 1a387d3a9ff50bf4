import type { Queries } from '../database/port.ts'
import type { Student } from './students.ts'

/**
 * Students in batches: one statement reads them from one JSON text, on PGlite and PostgreSQL alike.
 */

const given = `json_to_recordset($1::text::json) AS given (matricule text, nom text, prenom text, "anneeBac" integer,
  "numPlace" text, serie text, ae text, "numAttest" text)`
/** By value, as a student's number is compared with what was typed. */
const place = `(given."anneeBac", ltrim(given."numPlace", '0'), given.serie, given.ae)`
const placeOf = (row: string) =>
  `(${row}.annee_bac, ltrim(${row}.num_place, '0'), ${row}.serie, ${row}.ae)`
const parameter = (students: readonly Student[]) => [JSON.stringify(students)]

/**
 * Adds the students, or updates those with an existing matricule; unchanged rows are not even
 * locked. A list without attestation numbers deletes none.
 */
export async function saveStudents(queries: Queries, students: readonly Student[]): Promise<void> {
  await queries.query(
    `INSERT INTO students AS known (matricule, nom, prenom, annee_bac, num_place, serie, ae, num_attest)
     SELECT given.* FROM ${given} LEFT JOIN students AS before USING (matricule)
     WHERE (before.nom, before.prenom, before.annee_bac, before.num_place, before.serie, before.ae, before.num_attest)
       IS DISTINCT FROM (given.nom, given.prenom, given."anneeBac", given."numPlace", given.serie, given.ae,
         COALESCE(given."numAttest", before.num_attest))
     ON CONFLICT (matricule) DO UPDATE SET nom = excluded.nom, prenom = excluded.prenom, annee_bac = excluded.annee_bac,
       num_place = excluded.num_place, serie = excluded.serie, ae = excluded.ae,
       num_attest = COALESCE(excluded.num_attest, known.num_attest)`,
    parameter(students),
  )
}

/** Those of the given students whose place another student holds, with that student's matricule. */
export function otherHolders(
  queries: Queries,
  students: readonly Student[],
): Promise<{ matricule: string; holder: string }[]> {
  return queries.query(
    `SELECT given.matricule, holding.matricule AS holder FROM ${given} JOIN students AS holding
       ON ${placeOf('holding')} = ${place}
     WHERE holding.matricule <> given.matricule`,
    parameter(students),
  )
}

/** Vacates the places that the given students leave: '~' cannot occur in a real place number. */
export async function leavePlaces(queries: Queries, students: readonly Student[]): Promise<void> {
  await queries.query(
    `UPDATE students AS leaving SET num_place = '~' || leaving.matricule FROM ${given}
     WHERE leaving.matricule = given.matricule
       AND ${placeOf('leaving')} <> ${place}`,
    parameter(students),
  )
}
