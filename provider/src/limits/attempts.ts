import type { Queries } from '../database/port.ts'
import { waitMs } from './counters.ts'
import { attemptsKeptMs, type Limit } from './rates.ts'

/** Limits that all processes share and that must survive a restart are counted in the database. */
export type AttemptKind =
  | 'codeByBrowser'
  | 'codeAtAddress'
  | 'codeBySaver'
  | 'codeByOthers'
  | 'sms'
  | 'smsFor'
  | 'codeFor'
  | 'furtherCode'
  | 'furtherCodeByOthers'
  | 'furtherCodeByAddress'
  | 'place'
  | 'placeByAsker'
  | 'upload'

/**
 * A lock for a key without a row, such as a matricule that does not exist: transactions on it wait
 * for each other.
 */
export async function lockKey(queries: Queries, key: string): Promise<void> {
  await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
}

export async function attemptWaitMs(
  queries: Queries,
  kind: AttemptKind,
  key: string,
  limits: readonly Limit[],
  now: Date,
): Promise<number> {
  const rows = await queries.query<{ at: Date }>(
    'SELECT at FROM attempts WHERE kind = $1 AND key = $2 ORDER BY at',
    [kind, key],
  )
  const times = rows.map(row => row.at.getTime())
  return waitMs(times, limits, now.getTime())
}

export async function recordAttempt(
  queries: Queries,
  kind: AttemptKind,
  key: string,
  now: Date,
): Promise<void> {
  await queries.query(
    'WITH old AS (DELETE FROM attempts WHERE at <= $4) INSERT INTO attempts (kind, key, at) VALUES ($1, $2, $3)',
    [kind, key, now, attemptsKeptSince(now)],
  )
}

/**
 * Deletes old attempts of all keys: those on matricules that are never tried again, or do not
 * exist, would stay for ever.
 */
export async function forgetOldAttempts(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM attempts WHERE at <= $1', [attemptsKeptSince(now)])
}

export const attemptsKeptSince = (now: Date) => new Date(now.getTime() - attemptsKeptMs)
