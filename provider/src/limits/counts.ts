import { ageMs } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { counts, countsKeptMs, type Limits } from './rates.ts'
import type { Relation } from './who.ts'

export type Kind = keyof typeof counts
/** What is counted together, each by its key. */
export type Keys = Partial<Record<Kind, string>>
/** Of kinds whose limits do not depend on the situation. */
type PlainKeys = Partial<
  Record<{ [K in Kind]: (typeof counts)[K] extends Limits ? K : never }[Kind], string>
>

/**
 * Milliseconds until `limits` allow another event, 0 when they do now.
 * @param times the key's events, oldest first
 * @param addresses as how many it counts
 */
export function waitMs(
  times: readonly number[],
  limits: Limits,
  now: number,
  addresses = 1,
): number {
  const counted = countedOf(times, now)
  return Math.max(
    0,
    ...limits.map(({ most, windowMs }) => {
      const decisive = times[counted - most * addresses]
      return decisive === undefined ? 0 : decisive + windowMs - now
    }),
  )
}

/** How many of them were not written while a clock was ahead. */
export function countedOf(times: readonly number[], now: number): number {
  let counted = times.length
  while (counted > 0 && ageMs(times[counted - 1], now) === Number.POSITIVE_INFINITY) counted -= 1
  return counted
}

/**
 * A lock for a key without a row, such as a matricule that does not exist: transactions on it wait
 * for each other.
 */
export async function lockKey(queries: Queries, key: string): Promise<void> {
  await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
}

const pairsOf = (keys: Keys): [kind: string, key: string][] => Object.entries(keys)

/**
 * Call it in the transaction that holds the student's row, so that each event is counted.
 * @returns the wait of a kind by these limits
 */
export async function readCounts(
  queries: Queries,
  keys: Keys,
  now: Date,
): Promise<(kind: Kind, limits: Limits) => number> {
  const pairs = pairsOf(keys)
  const places = pairs.map((_, at) => `($${2 * at + 1}, $${2 * at + 2})`)
  const rows = await queries.query<{ kind: string; at: Date }>(
    `SELECT kind, at FROM attempts WHERE (kind, key) IN (${places.join(', ')}) ORDER BY at`,
    pairs.flat(),
  )
  const timesOf = (kind: Kind) =>
    rows.filter(row => row.kind === kind).map(({ at }) => at.getTime())
  return (kind, limits) => waitMs(timesOf(kind), limits, now.getTime())
}

/** How long all of them together have to wait. */
export async function readWaitMs(queries: Queries, keys: PlainKeys, now: Date): Promise<number> {
  const wait = await readCounts(queries, keys, now)
  const kinds = Object.keys(keys) as (keyof PlainKeys)[]
  return Math.max(...kinds.map(kind => wait(kind, counts[kind])))
}

export async function recordCounts(queries: Queries, keys: Keys, now: Date): Promise<void> {
  const pairs = pairsOf(keys)
  const rows = pairs.map((_, at) => `($${2 * at + 2}, $${2 * at + 3}, $1)`)
  await queries.query(`INSERT INTO attempts (kind, key, at) VALUES ${rows.join(', ')}`, [
    now,
    ...pairs.flat(),
  ])
}

export async function forgetCounts(queries: Queries, keys: Keys): Promise<void> {
  for (const pair of pairsOf(keys))
    await queries.query('DELETE FROM attempts WHERE kind = $1 AND key = $2', pair)
}

/** Of all keys: those of matricules that are never tried again, or do not exist, would stay for ever. */
export async function forgetOldCounts(queries: Queries, now: Date): Promise<void> {
  await queries.query('DELETE FROM attempts WHERE at <= $1', [
    new Date(now.getTime() - countsKeptMs),
  ])
}

/** Guesses at a student's code: an attacker's do not stop the browser that saved. */
export function guessesOf(matricule: string, relation: Relation): PlainKeys {
  if (relation === 'others') return { codeByOthers: matricule }
  const own = relation === 'browser' ? 'codeByBrowser' : 'codeAtAddress'
  return { [own]: matricule, codeBySaver: matricule }
}
