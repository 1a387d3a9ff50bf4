import type { Queries } from '../database/port.ts'
import { decrypt, encrypt } from '../database/secret.ts'

export interface Sms {
  phone: string
  text: string
  at: string
}

interface Encrypted {
  database: Queries
  secret: Buffer
}

const purpose = 'sms'
const outboxLength = 500

/**
 * Replaces the telephone network in a demonstration: messages are kept here and displayed on this
 * machine only. Encrypted, since the database holds codes as hashes, and a copy of it must not
 * reveal them here either.
 */
export async function putSms(
  queries: Queries,
  secret: Buffer,
  sms: Omit<Sms, 'at'>,
  at: Date,
): Promise<void> {
  await queries.query('INSERT INTO sms_outbox (phone, text, at) VALUES ($1, $2, $3)', [
    sms.phone,
    encrypt(secret, purpose, sms.text),
    at,
  ])
  await queries.query(
    'DELETE FROM sms_outbox WHERE id <= (SELECT id FROM sms_outbox ORDER BY id DESC OFFSET $1 LIMIT 1)',
    [outboxLength],
  )
}

export async function listSms({ database, secret }: Encrypted): Promise<Sms[]> {
  const rows = await database.query<{ phone: string; text: string; at: Date }>(
    'SELECT phone, text, at FROM sms_outbox ORDER BY id DESC',
  )
  return rows.flatMap(row => {
    const text = decrypt(secret, purpose, row.text)
    return text === undefined ? [] : [{ phone: row.phone, text, at: row.at.toISOString() }]
  })
}

/** 70 00 00 01 */
export function spacedPhone(phone: string): string {
  return phone.replace(/(\d{2})(?=\d)/g, '$1 ')
}
