import { ageMs } from '../database/ages.ts'
import type { Queries } from '../database/port.ts'
import { lockKey, readCounts, recordCounts } from '../limits/counts.ts'
import { counts, onceADay } from '../limits/rates.ts'
import type { Relation } from '../limits/who.ts'
import { keepSms } from '../sms/sms.ts'
import type { Sms } from '../sms/sms-outbox.ts'
import type { Provider } from '../window/provider.ts'
import { addCode, waitingSince } from './codes.ts'
import { codeLifetimeMs, sameCodeWindowMs, waitingCodeMs } from './lifetimes.ts'
import { type CodePurpose, codeText } from './otp.ts'

export interface FurtherCode {
  matricule: string
  /** The confirmed number. */
  phone: string
  purpose: Exclude<CodePurpose, 'enrolment'>
  /** Host of the portal that sent the request, where it can be trusted. */
  host: string | undefined
  /**
   * Caller's relation to the student: an attacker who only knows the matricule must not use up the
   * student's codes.
   */
  relation: Relation
  /** Keyed hash of the caller's address: unknown callers are counted one by one. */
  asker: string
}

/** `waits`: the code sent last is still valid, and no other is sent. */
export type SendOutcome =
  | { kind: 'sent'; sms: Sms }
  | { kind: 'waits' }
  | { kind: 'tooMany'; waitMs: number }

/**
 * Call it in a transaction that holds the enrolment's row; the caller calls `smsKept` after the
 * commit.
 */
export async function sendFurtherCode(
  provider: Provider,
  queries: Queries,
  { matricule, phone, purpose, host, relation, asker }: FurtherCode,
  now: Date,
): Promise<SendOutcome> {
  const sent = await waitingSince(queries, matricule, purpose)
  const age = Math.min(...sent.map(at => ageMs(at, now)))
  const isBrowser = relation === 'browser'
  if (age < (isBrowser ? sameCodeWindowMs : waitingCodeMs)) return { kind: 'waits' }
  await lockKey(queries, phone)
  const keys = {
    sms: phone,
    codeFor: matricule,
    ...(isBrowser
      ? { furtherCode: matricule }
      : { furtherCodeByOthers: matricule, furtherCodeByAddress: `${matricule} ${asker}` }),
  }
  const wait = await readCounts(queries, keys, now)
  const hasAsked = wait('furtherCodeByAddress', onceADay) > 0
  // Part of the phone's limit is reserved for the browser that saved; others cannot use it up.
  const waitMs = Math.max(
    wait('sms', isBrowser ? counts.sms.browser : counts.sms.again),
    wait('codeFor', counts.codeFor),
    wait('furtherCode', counts.furtherCode),
    wait('furtherCodeByAddress', counts.furtherCodeByAddress),
    wait('furtherCodeByOthers', counts.furtherCodeByOthers[hasAsked ? 'again' : 'first']),
  )
  // Where no further code may be sent, the student uses the last one while it is valid.
  if (waitMs > 0) return age < codeLifetimeMs ? { kind: 'waits' } : { kind: 'tooMany', waitMs }
  const code = await addCode(provider, queries, { matricule, purpose, phone }, now)
  await recordCounts(queries, keys, now)
  const text = codeText(code, { purpose, at: now, host })
  return {
    kind: 'sent',
    sms: await keepSms(provider, queries, { matricule, phone, text, purpose }, now),
  }
}
