import type { Queries } from './database/port.ts'
import { outboxLength } from './limits.ts'

export interface Sms {
  phone: string
  text: string
  at: string
}

/** The demonstration's telephone network: what would have been sent is kept here and shown on this machine only. */
export async function putSms(queries: Queries, phone: string, text: string, at: Date): Promise<Sms> {
  await queries.query('INSERT INTO sms_outbox (phone, text, at) VALUES ($1, $2, $3)', [phone, text, at])
  await queries.query(
    'DELETE FROM sms_outbox WHERE id <= (SELECT id FROM sms_outbox ORDER BY id DESC OFFSET $1 LIMIT 1)',
    [outboxLength],
  )
  return { phone, text, at: at.toISOString() }
}

export async function listSms(queries: Queries): Promise<Sms[]> {
  const rows = await queries.query<{ phone: string; text: string; at: Date }>(
    'SELECT phone, text, at FROM sms_outbox ORDER BY id DESC',
  )
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

/** 70 00 00 01 */
export function spacedPhone(phone: string): string {
  return phone.replace(/(\d{2})(?=\d)/g, '$1 ')
}
