import type { Queries } from '../database/port.ts'
import { lockKey } from '../limits/counts.ts'
import { accountsKeptMs, studentsPerPhone } from '../limits/rates.ts'

interface Holder {
  matricule: string
  phone: string
}

/** Stored in the table for the operator; students do not see it. */
const why = `phone of ${studentsPerPhone} students already`

/**
 * Whether the phone already serves as many other confirmed students as allowed, and no operator has
 * let this one through. Saves and confirmations of one phone wait for each other here, so that each
 * one is counted.
 */
export async function isSharedTooOften(
  queries: Queries,
  { matricule, phone }: Holder,
): Promise<boolean> {
  await lockKey(queries, phone)
  const [row] = await queries.query<{ others: number; isAllowed: boolean }>(
    `SELECT count(*)::int AS others, EXISTS (SELECT 1 FROM held_enrolments
       WHERE matricule = $2 AND phone = $1 AND allowed_at IS NOT NULL) AS "isAllowed"
     FROM enrolments WHERE phone = $1 AND matricule <> $2 AND confirmed_at IS NOT NULL`,
    [phone, matricule],
  )
  return row !== undefined && row.others >= studentsPerPhone && !row.isAllowed
}

/** Keeps the pair for review, once per student and phone. */
export async function hold(
  queries: Queries,
  { matricule, phone }: Holder,
  now: Date,
): Promise<void> {
  await queries.query(
    `INSERT INTO held_enrolments (matricule, phone, at, why) VALUES ($1, $2, $3, $4)
     ON CONFLICT (matricule, phone) DO UPDATE SET at = excluded.at`,
    [matricule, phone, now, why],
  )
}

/**
 * After months no student still waits for an operator; one who does is held again by the next
 * attempt.
 */
export async function forgetOldHeld(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM held_enrolments WHERE at <= $1', [
    new Date(now.getTime() - accountsKeptMs),
  ])
}

export interface Held extends Holder {
  at: Date
  nom: string
  prenom: string
  why: string
  /** Matricules of the students confirmed with this phone. */
  others: string
}

/** Students who wait for an operator, longest first. */
export function listHeld(queries: Queries): Promise<Held[]> {
  return queries.query<Held>(
    `SELECT h.matricule, h.phone, h.at, h.why, s.nom, s.prenom,
       (SELECT COALESCE(string_agg(e.matricule, ', ' ORDER BY e.confirmed_at), '') FROM enrolments e
         WHERE e.phone = h.phone AND e.confirmed_at IS NOT NULL AND e.matricule <> h.matricule) AS others
     FROM held_enrolments h JOIN students s USING (matricule)
     WHERE h.allowed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM enrolments e WHERE e.matricule = h.matricule AND e.confirmed_at IS NOT NULL)
     ORDER BY h.at, h.matricule`,
  )
}

/** False when this student is not held with this phone. */
export async function allowPhone(
  queries: Queries,
  matricule: string,
  phone: string,
  now: Date,
): Promise<boolean> {
  const rows = await queries.query(
    'UPDATE held_enrolments SET allowed_at = $3 WHERE matricule = $1 AND phone = $2 AND allowed_at IS NULL RETURNING 1',
    [matricule, phone, now],
  )
  return rows.length > 0
}
