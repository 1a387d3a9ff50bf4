import type { Database } from './database/port.ts'
import type { Sms } from './sms-outbox.ts'

/** What the calls and the operator's commands work with. */
export interface Provider {
  database: Database
  /** Made once for an installation: keys the hashes of codes and receipts. */
  secret: Buffer
  now: () => Date
  /** Shows a sent SMS, in the terminal. */
  showSms: (sms: Sms) => void
  /** True where sent codes may be shown to whoever is at this machine: a demonstration, a test. */
  showCodes: boolean
}
