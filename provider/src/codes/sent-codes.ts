import type { Queries } from '../database/port.ts'
import { attemptsKeptSince } from '../limits/attempts.ts'
import { waitMs } from '../limits/counters.ts'
import { codesPerMatricule, codesPerPhone, onceADay } from '../limits/rates.ts'

interface Sending {
  matricule: string
  phone: string
}

const kinds = ({ matricule, phone }: Sending) =>
  [phone, matricule, `${phone} ${matricule}`] as const

/**
 * How long the next code must wait: by its phone, where part of the limit is reserved for a student
 * who has had none there, and by its matricule. One query for all three counts, since every save
 * needs them.
 */
export async function codeWaitMs(queries: Queries, sending: Sending, now: Date): Promise<number> {
  const rows = await queries.query<{ kind: string; at: Date }>(
    `SELECT kind, at FROM attempts
     WHERE kind = 'sms' AND key = $1 OR kind = 'codeFor' AND key = $2 OR kind = 'smsFor' AND key = $3 ORDER BY at`,
    kinds(sending),
  )
  const wait = (kind: string, limits: Parameters<typeof waitMs>[1]) => {
    const times = rows.filter(row => row.kind === kind).map(row => row.at.getTime())
    return waitMs(times, limits, now.getTime())
  }
  const hadOne = wait('smsFor', onceADay) > 0
  return Math.max(
    wait('sms', hadOne ? codesPerPhone.again : codesPerPhone.first),
    wait('codeFor', codesPerMatricule),
  )
}

export async function recordCode(queries: Queries, sending: Sending, now: Date): Promise<void> {
  await queries.query(
    `WITH old AS (DELETE FROM attempts WHERE at <= $5)
     INSERT INTO attempts (kind, key, at) VALUES ('sms', $1, $4), ('codeFor', $2, $4), ('smsFor', $3, $4)`,
    [...kinds(sending), now, attemptsKeptSince(now)],
  )
}
