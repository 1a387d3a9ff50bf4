import type { Database } from '../database/port.ts'
import type { Alarm } from '../monitoring/security-events.ts'
import type { Sms } from '../sms/sms-outbox.ts'
import type { KeptLists } from './kept-lists.ts'

/** What the calls and the operator's commands work with. */
export interface Provider {
  database: Database
  kept: KeptLists
  /** Created once per installation: the key of the hashes of codes. */
  secret: Buffer
  now: () => Date
  /** Called once a message and its code are committed: displays it, and wakes the sender. */
  smsKept: (sms: Sms) => void
  /** Called on suspected attacks. */
  alarm: Alarm
  /** True where messages leave by a gateway; otherwise they stay in the local outbox. */
  hasGateway: boolean
  /** True where sent codes may be displayed on this machine: a demonstration, a test. */
  showCodes: boolean
  /** True where a stored photograph can be replaced only after a code. */
  asksCodeForCorrections: boolean
}
