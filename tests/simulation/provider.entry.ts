/** The provider's own code as one process loads it; `bundle.ts` makes it a function of its surroundings. */

export { createApp } from '../../server/app.ts'
export { DatabaseUnavailable } from '../../server/database/unavailable.ts'
export { decide } from '../../server/documents.ts'
export { keepLists } from '../../server/kept-lists.ts'
export { hashCode } from '../../server/otp.ts'
export { readSecret } from '../../server/secret.ts'
export { createAlarm } from '../../server/security-events.ts'
export { SmsSender } from '../../server/sms-sender.ts'
