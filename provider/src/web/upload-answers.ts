import { uploadParts } from '../limits/limits.ts'
import { secondsLeft, type Upload } from '../uploads/uploads.ts'
import { bodyRefusal, refusal, type Web } from './call-answer.ts'
import type { Answer } from './calls/call.ts'
import { asBoolean, inconsistentLength, mismatchingOffset, uploadLimit } from './upload-fields.ts'

/** Answers about an upload itself, as against those of its call. */

export const unknownUpload = refusal(404, 'unknownUpload', 'Cet envoi n’existe pas ou plus.')

export const uploadsFull = (status: number): Answer => ({
  ...bodyRefusal('busy', status),
  refusal: 'uploadsFull',
  retryAfterSeconds: uploadParts.retryAfterSeconds,
})

/** @param completed false in an answer that is not the call's own */
export function tellState(c: Web, upload: Upload, now: Date, completed = upload.completed): void {
  c.header('Upload-Complete', asBoolean(completed))
  c.header('Upload-Offset', String(upload.received))
  c.header('Upload-Limit', uploadLimit(secondsLeft(upload, now)))
}

export const mismatch = (c: Web, { received }: Upload, provided: number): Response =>
  problem(c, 409, 'offset', mismatchingOffset(received, provided))

/**
 * The part is not read to its end, which whoever sends it may put off for hours. Chromium sends one
 * again by itself when a connection breaks that it had used before; it reads the answer of one that
 * is closed.
 */
export const refuseAtOnce = (c: Web): void => c.header('Connection', 'close')

export const inconsistent = (c: Web): Response => problem(c, 400, 'length', inconsistentLength)

function problem(c: Web, http: 400 | 409, cause: string, json: Record<string, unknown>): Response {
  c.set('refusal', cause)
  c.header('Upload-Complete', '?0')
  return c.json(json, http, { 'Content-Type': 'application/problem+json' })
}
