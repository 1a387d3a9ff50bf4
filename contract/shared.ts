/**
 * All that the contract takes from the portal: the table of calls, their shapes and readers, and
 * the specification's lists. So it knows what a phone would bear, and a change of either is seen
 * here.
 */

export {
  type BodyOf,
  type Endpoint,
  endpoints,
  isPhotoCall,
  type ListEndpoint,
  listEndpoints,
  type ReplyOf,
  type WaitingEndpoint,
} from '../src/core/api/endpoints.ts'
export { type Problem, ProblemError, problemOf } from '../src/core/api/problem.ts'
export { readReply, retrySeconds } from '../src/core/api/read.ts'
export type { Choice, FileReply, Person } from '../src/core/api/schemas.ts'
export { type Bases, readSettings, type Settings } from '../src/core/api/settings.ts'
export { type RawReply, textOf } from '../src/core/api/transport.ts'
export { faultOfAnswer } from '../src/features/enrolment/fields.ts'
export { judgeReceipt } from '../src/features/receipt/authenticity.ts'
export { readReceiptKeys } from '../src/features/receipt/keys.ts'
export { trustedHosts, trustedLink } from '../src/features/receipt/link.rule.ts'
export { isFile } from '../src/features/reclamation/file.rule.ts'
export { applyEvent } from '../src/outbox/transitions.ts'
export {
  type DocumentType,
  documents,
  documentsOf,
  documentTypes,
  type Flag,
  isAskedFor,
  maxUploadBytes,
  validatedFlag,
  variants,
  type WizardVariant,
} from '../src/spec/documents.ts'
export { fileCodes } from '../src/spec/file-status.ts'
export { otpDigits } from '../src/spec/limits.ts'
export { remarks } from '../src/spec/remarks.ts'
export { routes } from '../src/spec/routes.ts'
export { type ReceiptFacts, type ReceiptKey, receiptKeysPath } from '../src/spec/signed-receipt.ts'
export { groupOfYear, type YearGroup, yearGroupOf, yearGroups } from '../src/spec/years.ts'
export { copied, copyUrl } from '../sw/copies.rule.ts'
