import type { Call } from './call.ts'
import { confirmationCalls } from './confirmation.ts'
import { documentCalls } from './documents.ts'
import { enrolmentCalls } from './enrolment.ts'
import { listCalls } from './lists.ts'
import { receiptCalls } from './receipt.ts'
import { statusCalls } from './status.ts'

/** All calls of section 7's table. */
export const calls: readonly Call[] = [
  ...listCalls,
  ...enrolmentCalls,
  ...confirmationCalls,
  ...documentCalls,
  ...statusCalls,
  ...receiptCalls,
]
