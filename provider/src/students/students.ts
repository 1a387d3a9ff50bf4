import type { Queries } from '../database/port.ts'

export interface Student {
  matricule: string
  nom: string
  prenom: string
  anneeBac: number
  numPlace: string
  serie: string
  ae: string
  /** Without leading zeros; null where the list does not give it. */
  numAttest: string | null
}

/** What identifies a student before the matricule is known (section 3, lookup request). */
export interface Place {
  anneeBac: string
  numPlace: string
  serie: string
  ae: string
}

/** Lists and paper documents differ in leading zeros. In SQL: `ltrim(…, '0')`, on both sides. */
export const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

const columns =
  'matricule, nom, prenom, annee_bac AS "anneeBac", num_place AS "numPlace", serie, ae, num_attest AS "numAttest"'

/** Undefined where two differ in zeros alone: a student must never be taken for another one. */
export async function findByPlace(queries: Queries, place: Place): Promise<Student | undefined> {
  const [student, twin] = await queries.query<Student>(
    `SELECT ${columns} FROM students
     WHERE annee_bac = $1 AND ltrim(num_place, '0') = ltrim($2, '0') AND serie = $3 AND ae = $4 LIMIT 2`,
    [Number(place.anneeBac), place.numPlace, place.serie, place.ae],
  )
  return twin ? undefined : student
}

export async function findByMatricule(
  queries: Queries,
  matricule: string,
): Promise<Student | undefined> {
  const [student] = await queries.query<Student>(
    `SELECT ${columns} FROM students WHERE matricule = $1`,
    [matricule],
  )
  return student
}

/**
 * Locks the student's row: other locks on it wait until the transaction ends. References to the row
 * do not wait (FOR NO KEY UPDATE), such as those of held_enrolments: their transaction may hold a
 * lock that this one needs next.
 */
export async function lockStudent(
  queries: Queries,
  matricule: string,
): Promise<Student | undefined> {
  const [student] = await queries.query<Student>(
    `SELECT ${columns} FROM students WHERE matricule = $1 FOR NO KEY UPDATE`,
    [matricule],
  )
  return student
}

/**
 * Bac years of the imported list, newest first: one index lookup for each year, where DISTINCT
 * would read every student.
 */
export async function listYears(queries: Queries): Promise<number[]> {
  const rows = await queries.query<{ year: number }>(
    `WITH RECURSIVE years (year) AS (
       SELECT max(annee_bac) FROM students
       UNION ALL
       SELECT (SELECT max(annee_bac) FROM students WHERE annee_bac < year) FROM years WHERE year IS NOT NULL
     )
     SELECT year FROM years WHERE year IS NOT NULL ORDER BY year DESC`,
  )
  return rows.map(row => row.year)
}
