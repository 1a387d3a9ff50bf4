import type { Queries } from '../database/port.ts'
import { smsBudget } from '../limits/rates.ts'

/** Codes of the last ten minutes, in the whole service. */
export interface SmsTraffic {
  sent: number
  /** Of these, for enrolments: those for corrections and receipts confirm no student. */
  awaited: number
  awaitedLastMinute: number
  /** Students who have entered their first code. */
  confirmed: number
}

/**
 * For whom codes are sent: for every address, for addresses where codes were entered before, or for
 * none at present.
 */
export type SmsGate = 'everybody' | 'known' | 'nobody'

/**
 * When hardly any of many codes is entered, an attacker requests them without having the phones, or
 * the gateway loses them. Addresses with entered codes go on; others get a few codes a minute,
 * which shows when that is over.
 */
export function smsGate({ sent, awaited, awaitedLastMinute, confirmed }: SmsTraffic): SmsGate {
  if (sent >= smsBudget.most) return 'nobody'
  if (awaited < smsBudget.watchedFrom || confirmed >= awaited * smsBudget.leastConfirmed)
    return 'everybody'
  return awaitedLastMinute < smsBudget.trickle ? 'everybody' : 'known'
}

/** Counted from existing tables, so that all processes get the same numbers. */
export async function readSmsTraffic(queries: Queries, now: Date): Promise<SmsTraffic> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [row] = await queries.query<SmsTraffic>(
    `SELECT (count(*) FILTER (WHERE kind = 'sms'))::int AS sent,
       (count(*) FILTER (WHERE kind = 'smsFor'))::int AS awaited,
       (count(*) FILTER (WHERE kind = 'smsFor' AND at > $2))::int AS "awaitedLastMinute",
       (SELECT count(*)::int FROM enrolments WHERE confirmed_at > $1) AS confirmed
     FROM attempts WHERE kind IN ('sms', 'smsFor') AND at > $1`,
    [before(smsBudget.windowMs), before(60_000)],
  )
  if (!row) throw new Error('A count has no row.')
  return row
}
