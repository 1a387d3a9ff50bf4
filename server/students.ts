import type { Queries } from './database/port.ts'

export interface Student {
  matricule: string
  nom: string
  prenom: string
  anneeBac: number
  numPlace: string
  serie: string
  ae: string
}

/** What identifies a student before the matricule is known (section 3, lookup request). */
export interface Place {
  anneeBac: string
  numPlace: string
  serie: string
  ae: string
}

const columns = 'matricule, nom, prenom, annee_bac AS "anneeBac", num_place AS "numPlace", serie, ae'

export async function findByPlace(queries: Queries, place: Place): Promise<Student | undefined> {
  const [student] = await queries.query<Student>(
    `SELECT ${columns} FROM students WHERE annee_bac = $1 AND num_place = $2 AND serie = $3 AND ae = $4`,
    [Number(place.anneeBac), place.numPlace, place.serie, place.ae],
  )
  return student
}

export async function findByMatricule(queries: Queries, matricule: string): Promise<Student | undefined> {
  const [student] = await queries.query<Student>(`SELECT ${columns} FROM students WHERE matricule = $1`, [matricule])
  return student
}

/** Adds the student, or corrects the one of this matricule. */
export async function saveStudent(queries: Queries, student: Student): Promise<void> {
  const { matricule, nom, prenom, anneeBac, numPlace, serie, ae } = student
  await queries.query(
    `INSERT INTO students (matricule, nom, prenom, annee_bac, num_place, serie, ae) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (matricule) DO UPDATE SET nom = $2, prenom = $3, annee_bac = $4, num_place = $5, serie = $6, ae = $7`,
    [matricule, nom, prenom, anneeBac, numPlace, serie, ae],
  )
}

/** Bac years of the imported list, newest first. */
export async function listYears(queries: Queries, from: number, to: number): Promise<number[]> {
  const rows = await queries.query<{ year: number }>(
    'SELECT DISTINCT annee_bac AS year FROM students WHERE annee_bac BETWEEN $1 AND $2 ORDER BY year DESC',
    [from, to],
  )
  return rows.map(row => row.year)
}
