import { waitMs } from './counters.ts'
import type { Queries } from './database/port.ts'
import { attemptsKeptMs, type Limit } from './limits.ts'

/** Limits that must outlive a restart are counted in the database. */
export type AttemptKind = 'code' | 'receipt' | 'sms' | 'codeFor'

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
  await queries.query('INSERT INTO attempts (kind, key, at) VALUES ($1, $2, $3)', [kind, key, now])
  await forgetOldAttempts(queries, now)
}

export async function forgetAttempts(queries: Queries, kind: AttemptKind, key: string): Promise<void> {
  await queries.query('DELETE FROM attempts WHERE kind = $1 AND key = $2', [kind, key])
}

/** Also those on matricules that nobody asks about again, and on such as do not exist: they would stay for ever. */
export async function forgetOldAttempts(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM attempts WHERE at <= $1', [new Date(now.getTime() - attemptsKeptMs)])
}
