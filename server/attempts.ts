import { waitMs } from './counters.ts'
import type { Queries } from './database/port.ts'
import { attemptsKeptMs, type Limit } from './limits.ts'

/** Limits that all processes share, and that outlive a restart, are counted in the database. */
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
  | 'upload'

/** For what has no row to lock, such as a matricule that nobody has: those who ask wait for each other until the commit. */
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
  const rows = await queries.query<{ at: Date }>('SELECT at FROM attempts WHERE kind = $1 AND key = $2 ORDER BY at', [
    kind,
    key,
  ])
  const times = rows.map(row => row.at.getTime())
  return waitMs(times, limits, now.getTime())
}

export async function recordAttempt(queries: Queries, kind: AttemptKind, key: string, now: Date): Promise<void> {
  await queries.query(
    'WITH old AS (DELETE FROM attempts WHERE at <= $4) INSERT INTO attempts (kind, key, at) VALUES ($1, $2, $3)',
    [kind, key, now, attemptsKeptSince(now)],
  )
}

/** Also those on matricules that nobody asks about again, and on such as do not exist: they would stay for ever. */
export async function forgetOldAttempts(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM attempts WHERE at <= $1', [attemptsKeptSince(now)])
}

export const attemptsKeptSince = (now: Date) => new Date(now.getTime() - attemptsKeptMs)
