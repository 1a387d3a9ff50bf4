import type { Queries } from '../database/port.ts'
import { smsBudget } from '../limits/rates.ts'

/** Codes of the last ten minutes, in the whole service. */
export interface SmsTraffic {
  sent: number
  /**
   * How many of these are for corrections and receipts: they confirm no student, so they are not
   * compared with `confirmed`.
   */
  further: number
  /** Sent in the last minute, without `further`. */
  sentLastMinute: number
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
export function smsGate({ sent, further, sentLastMinute, confirmed }: SmsTraffic): SmsGate {
  if (sent >= smsBudget.most) return 'nobody'
  const awaited = sent - further
  if (awaited < smsBudget.watchedFrom || confirmed >= awaited * smsBudget.leastConfirmed)
    return 'everybody'
  return sentLastMinute < smsBudget.trickle ? 'everybody' : 'known'
}

/** Counted from existing tables, so that all processes get the same numbers. */
export async function readSmsTraffic(queries: Queries, now: Date): Promise<SmsTraffic> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [row] = await queries.query<SmsTraffic>(
    `SELECT (count(*) FILTER (WHERE kind = 'sms'))::int AS sent,
       (count(*) FILTER (WHERE kind <> 'sms'))::int AS further,
       (COALESCE(sum(CASE kind WHEN 'sms' THEN 1 ELSE -1 END) FILTER (WHERE at > $2), 0))::int AS "sentLastMinute",
       (SELECT count(*)::int FROM enrolments WHERE confirmed_at > $1) AS confirmed
     FROM attempts WHERE kind IN ('sms', 'furtherCode', 'furtherCodeByOthers') AND at > $1`,
    [before(smsBudget.windowMs), before(60_000)],
  )
  if (!row) throw new Error('A count has no row.')
  return row
}
