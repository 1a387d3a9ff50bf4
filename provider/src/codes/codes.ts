import { ageMs, mostAheadMs } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import type { Provider } from '../window/provider.ts'
import { codeLifetimeMs, codeRepeatMs } from './lifetimes.ts'
import { type CodePurpose, hashCode, newCode } from './otp.ts'

/**
 * Messages come late and in any order: each code counts until one of its student, purpose and
 * number has served.
 */
export interface SentCode {
  hash: string
  phone: string
  sentAt: Date
  /** When it served. */
  usedAt: Date | null
}

export interface Addressee {
  matricule: string
  purpose: CodePurpose
  phone: string
}

/**
 * Call it in a transaction that holds the enrolment's row.
 * @returns a code that is none of the student's others
 */
export async function addCode(
  { secret }: Pick<Provider, 'secret'>,
  queries: Queries,
  { matricule, purpose, phone }: Addressee,
  now: Date,
): Promise<string> {
  // A repeat is answered for so long; later times were written while a clock was wrong.
  await queries.query(
    'DELETE FROM codes WHERE matricule = $1 AND (COALESCE(used_at, sent_at) <= $2 OR sent_at > $3)',
    [matricule, new Date(now.getTime() - codeRepeatMs), new Date(now.getTime() + mostAheadMs)],
  )
  for (;;) {
    const code = newCode()
    const kept = await queries.query(
      `INSERT INTO codes (matricule, purpose, hash, phone, sent_at)
       SELECT matricule, $2, $3, $4, $5::timestamptz FROM enrolments
       WHERE matricule = $1 AND confirmed_code_hash IS DISTINCT FROM $3
       ON CONFLICT DO NOTHING RETURNING 1`,
      [matricule, purpose, hashCode(secret, matricule, code, purpose), phone, now],
    )
    if (kept.length > 0) return code
  }
}

export interface NamedCode {
  matricule: string
  purpose: CodePurpose
  hash: string
}

/**
 * Not in the statement that locks the enrolment: what that one read beside it may be older than the
 * lock.
 */
export async function findCode(
  queries: Queries,
  { matricule, purpose, hash }: NamedCode,
): Promise<SentCode | undefined> {
  const [code] = await queries.query<SentCode>(
    `SELECT hash, phone, sent_at AS "sentAt", used_at AS "usedAt" FROM codes
     WHERE matricule = $1 AND purpose = $2 AND hash = $3`,
    [matricule, purpose, hash],
  )
  return code
}

/** When the codes of this purpose that have not served were sent. */
export async function waitingSince(
  queries: Queries,
  matricule: string,
  purpose: CodePurpose,
): Promise<Date[]> {
  const rows = await queries.query<{ sentAt: Date }>(
    'SELECT sent_at AS "sentAt" FROM codes WHERE matricule = $1 AND purpose = $2 AND used_at IS NULL',
    [matricule, purpose],
  )
  return rows.map(({ sentAt }) => sentAt)
}

export const isAlive = (sentAt: Date, now: Date): boolean => ageMs(sentAt, now) <= codeLifetimeMs

/** It serves, which ends the others of its purpose. @param now when it was given */
export async function serveCode(queries: Queries, code: NamedCode, now: Date): Promise<void> {
  await endOtherCodes(queries, code, now)
  await queries.query(
    'UPDATE codes SET used_at = $4 WHERE matricule = $1 AND purpose = $2 AND hash = $3',
    [code.matricule, code.purpose, code.hash, now],
  )
}

/**
 * Those that have served before are kept for their repeats, and those sent since this one was given,
 * which may have waited for the database: the student holds them.
 */
export async function endOtherCodes(
  queries: Queries,
  { matricule, purpose, hash }: NamedCode,
  now: Date,
): Promise<void> {
  await queries.query(
    `DELETE FROM codes WHERE matricule = $1 AND purpose = $2 AND hash <> $3 AND used_at IS NULL
     AND sent_at <= $4`,
    [matricule, purpose, hash, now],
  )
}
