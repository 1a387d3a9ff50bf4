import type { Queries } from '../database/port.ts'
import { readCounts, recordCounts } from '../limits/counts.ts'
import { counts } from '../limits/rates.ts'

interface Sending {
  matricule: string
  phone: string
}

const keysOf = ({ matricule, phone }: Sending) => ({
  sms: phone,
  codeFor: matricule,
  smsFor: `${phone} ${matricule}`,
})

/** How long the next code of an enrolment must wait, by its phone and by its matricule. */
export async function codeWaitMs(queries: Queries, sending: Sending, now: Date): Promise<number> {
  const wait = await readCounts(queries, keysOf(sending), now)
  const hadOne = wait('smsFor', counts.smsFor) > 0
  return Math.max(
    wait('sms', hadOne ? counts.sms.again : counts.sms.first),
    wait('codeFor', counts.codeFor),
  )
}

export const recordCode = (queries: Queries, sending: Sending, now: Date): Promise<void> =>
  recordCounts(queries, keysOf(sending), now)
