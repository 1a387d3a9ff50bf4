import { http, uploadParts } from '../limits/limits.ts'
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
 * Not read to its end: Chromium sends a part again by itself when a connection breaks that it had
 * used before, and on a line of 20 kbit/s that costs as much as the part that is missing. It reads
 * the answer of a connection that is closed.
 */
export function mismatchAtOnce(c: Web, upload: Upload, provided: number): Response {
  c.header('Connection', 'close')
  return mismatch(c, upload, provided)
}

/**
 * The answer does not wait for the end of the part, which whoever sends it may put off for hours. A
 * client whose connection ended with it could lose it.
 */
export function refuseEarly(c: Web): void {
  const { incoming } = c.env
  const end = setTimeout(() => incoming.complete || incoming.socket.destroy(), http.lingerMs)
  incoming.once('close', () => clearTimeout(end))
}

export const inconsistent = (c: Web): Response => problem(c, 400, 'length', inconsistentLength)

function problem(c: Web, http: 400 | 409, cause: string, json: Record<string, unknown>): Response {
  c.set('refusal', cause)
  c.header('Upload-Complete', '?0')
  return c.json(json, http, { 'Content-Type': 'application/problem+json' })
}
