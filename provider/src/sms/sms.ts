import type { CodePurpose } from '../codes/otp.ts'
import type { Queries } from '../database/port.ts'
import type { Provider } from '../window/provider.ts'
import { putSms, type Sms } from './sms-outbox.ts'
import { queueSms } from './sms-queue.ts'

interface Code {
  matricule: string
  phone: string
  text: string
  purpose: CodePurpose
}

/**
 * Stores a code's message in the transaction of the code itself: once a save is acknowledged, its
 * message will be sent, whatever process dies. Without a gateway, or where codes are displayed, it
 * goes to the local outbox.
 */
export async function keepSms(
  provider: Provider,
  queries: Queries,
  code: Code,
  at: Date,
): Promise<Sms> {
  const { secret, hasGateway, showCodes } = provider
  const { phone, text } = code
  if (hasGateway) await queueSms(queries, secret, code)
  if (!hasGateway || showCodes) await putSms(queries, secret, { phone, text }, at)
  return { phone, text, at: at.toISOString() }
}
