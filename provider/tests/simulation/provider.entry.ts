/**
 * The provider's own code as one process loads it; `bundle.ts` makes it a function of its
 * surroundings.
 */

export { hashCode } from '../../src/codes/otp.ts'
export { readSecret } from '../../src/database/secret.ts'
export { DatabaseUnavailable } from '../../src/database/unavailable.ts'
export { decide } from '../../src/documents/documents.ts'
export { createAlarm } from '../../src/monitoring/security-events.ts'
export { SmsSender, smsSending } from '../../src/sms/sms-sender.ts'
export { createApp } from '../../src/web/app.ts'
export { keepLists } from '../../src/window/kept-lists.ts'
