import { randomUUID } from 'node:crypto'
import { codeLifetimeMs } from '../codes/lifetimes.ts'
import type { CodePurpose } from '../codes/otp.ts'
import type { Queries } from '../database/port.ts'
import { encrypt } from '../database/secret.ts'

/**
 * A message that waits for the gateway. All times come from the database's clock: the clocks of the
 * processes may differ.
 */
export interface QueuedSms {
  id: string
  phone: string
  /** Encrypted for the purpose `queuePurpose`. */
  text: string
  tries: number
  /** Its code has expired meanwhile: the message would only mislead. */
  expired: boolean
}

export const queuePurpose = 'sms'
const milliseconds = "interval '1 millisecond'"

/**
 * After an outage one message is enough: its code serves like the earlier ones, which have not
 * left.
 */
export async function queueSms(
  queries: Queries,
  secret: Buffer,
  {
    matricule,
    phone,
    text,
    purpose,
  }: { matricule: string; phone: string; text: string; purpose: CodePurpose },
): Promise<void> {
  await queries.query('DELETE FROM sms_queue WHERE matricule = $1 AND purpose = $2', [
    matricule,
    purpose,
  ])
  await queries.query(
    `INSERT INTO sms_queue (id, matricule, phone, text, purpose, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6::float8 * ${milliseconds})`,
    [randomUUID(), matricule, phone, encrypt(secret, queuePurpose, text), purpose, codeLifetimeMs],
  )
}

/**
 * Takes due messages, the oldest first. No other process gets them for `leaseMs`; after that time,
 * this one must have died during the attempt.
 */
export async function claimSms(
  queries: Queries,
  most: number,
  leaseMs: number,
): Promise<QueuedSms[]> {
  // Runs every second: on PGlite each statement that may write costs an fsync.
  const due = await queries.query('SELECT 1 FROM sms_queue WHERE next_at <= now() LIMIT 1')
  if (due.length === 0) return []
  return queries.query<QueuedSms>(
    `UPDATE sms_queue SET tries = tries + 1, next_at = now() + $2::float8 * ${milliseconds}
     WHERE id IN (SELECT id FROM sms_queue WHERE next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, phone, text, tries, expires_at <= now() AS expired`,
    [most, leaseMs],
  )
}

export async function dropSms(queries: Queries, { id }: QueuedSms): Promise<void> {
  await queries.query('DELETE FROM sms_queue WHERE id = $1', [id])
}

/**
 * Does nothing when another process has taken the message meanwhile because this one was too slow.
 */
export async function postponeSms(
  queries: Queries,
  { id, tries }: QueuedSms,
  ms: number,
): Promise<void> {
  await queries.query(
    `UPDATE sms_queue SET next_at = now() + $3::float8 * ${milliseconds} WHERE id = $1 AND tries = $2`,
    [id, tries, ms],
  )
}
