import type { Database } from './database/port.ts'
import type { KeptLists } from './kept-lists.ts'
import type { Alarm } from './security-events.ts'
import type { Sms } from './sms-outbox.ts'

/** What the calls and the operator's commands work with. */
export interface Provider {
  database: Database
  kept: KeptLists
  /** Made once for an installation: keys the hashes of codes and receipts. */
  secret: Buffer
  now: () => Date
  /** Once a message and its code are committed: shows it, and wakes whoever sends it. */
  smsKept: (sms: Sms) => void
  /** Hears of what looks like an attack. */
  alarm: Alarm
  /** True where messages leave by a gateway; else they stay in the local outbox. */
  hasGateway: boolean
  /** True where sent codes may be shown to whoever is at this machine: a demonstration, a test. */
  showCodes: boolean
  /** True where a photograph that is there is replaced only after a code. */
  asksCodeForCorrections: boolean
}
