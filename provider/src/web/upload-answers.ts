import { secondsLeft, type Upload } from '../uploads/uploads.ts'
import { refusal, type Web } from './call-answer.ts'
import { asBoolean, inconsistentLength, mismatchingOffset, uploadLimit } from './upload-fields.ts'

/** Answers about an upload itself, as against those of its call. */

export const unknownUpload = refusal(404, 'unknownUpload', 'Cet envoi n’existe pas ou plus.')

/** @param completed false in an answer that is not the call's own */
export function tellState(c: Web, upload: Upload, now: Date, completed = upload.completed): void {
  c.header('Upload-Complete', asBoolean(completed))
  c.header('Upload-Offset', String(upload.received))
  c.header('Upload-Limit', uploadLimit(secondsLeft(upload, now)))
}

export const mismatch = (c: Web, { received }: Upload, provided: number): Response =>
  problem(c, 409, 'offset', mismatchingOffset(received, provided))

export const inconsistent = (c: Web): Response => problem(c, 400, 'length', inconsistentLength)

function problem(c: Web, http: 400 | 409, cause: string, json: Record<string, unknown>): Response {
  c.set('refusal', cause)
  c.header('Upload-Complete', '?0')
  return c.json(json, http, { 'Content-Type': 'application/problem+json' })
}
