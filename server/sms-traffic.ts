import { smsBudget } from './allowances.ts'
import type { Queries } from './database/port.ts'

/** Codes of the last ten minutes, of the whole service. */
export interface SmsTraffic {
  sent: number
  /** Of these, for corrections and receipts: they confirm nobody, and say nothing of who comes back. */
  further: number
  /** Without these. */
  sentLastMinute: number
  /** Students whose first code came back. */
  confirmed: number
}

/** Who may have a code sent: everybody, addresses where one came back before, or nobody for a moment. */
export type SmsGate = 'everybody' | 'known' | 'nobody'

/**
 * Many codes of which hardly one comes back are somebody's who has addresses and no phones. Addresses where codes came back
 * go on; of the others a few a minute, so that it is seen when it is over, or was a gateway that had lost them.
 */
export function smsGate({ sent, further, sentLastMinute, confirmed }: SmsTraffic): SmsGate {
  if (sent >= smsBudget.most) return 'nobody'
  const awaited = sent - further
  if (awaited < smsBudget.watchedFrom || confirmed >= awaited * smsBudget.leastConfirmed) return 'everybody'
  return sentLastMinute < smsBudget.trickle ? 'everybody' : 'known'
}

/** Counted by what is kept anyhow, so that all processes see the same. */
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
