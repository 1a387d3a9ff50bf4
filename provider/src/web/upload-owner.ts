import { constants, gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import * as field from '../enrolments/fields.ts'
import { uploadParts } from '../limits/limits.ts'
import { triesOf } from '../limits/who.ts'
import { pseudonym } from '../monitoring/security-events.ts'
import { type Upload, wholeOf } from '../uploads/uploads.ts'
import { callerOf } from './calls/browser.ts'
import type { Answer, CallContext } from './calls/call.ts'
import { forConfirmed } from './calls/confirmed.ts'
import { photographCall } from './completion.ts'

/** Bytes: photographs do not pack, so a beginning that unfolds to more is none. */
const mostUnfolded = 64 * 1024

type Begun = Pick<Upload, 'id' | 'call' | 'contentEncoding' | 'student' | 'received'>

/**
 * Whom an upload is for, by its first piece: what comes after that is stored only for a student whom
 * the call would take the whole for.
 * @returns a pseudonym to count by, undefined before the first piece has come, or the call's refusal
 */
export async function ownerOf(
  context: CallContext,
  upload: Begun,
  piece: Uint8Array,
): Promise<string | undefined | Answer> {
  const { database, secret } = context.provider
  const { pieceBytes } = uploadParts
  if (upload.student || upload.received + piece.length < pieceBytes) return upload.student
  const before = await wholeOf(database, upload)
  const call = photographCall(upload.call)
  // Another process has answered meanwhile.
  if (!before || !call) return undefined
  const beginning = Buffer.concat([before, piece]).subarray(0, pieceBytes)
  const matricule = matriculeIn(beginning, upload.contentEncoding)
  if (matricule === undefined) return call.answer({}, context)
  const enrolment = await forConfirmed(context, matricule)
  if ('json' in enrolment) return enrolment
  return pseudonym(secret, triesOf(enrolment, callerOf(context)))
}

function matriculeIn(beginning: Uint8Array, encoding: string): string | undefined {
  const text = unfold(beginning, encoding)?.toString('latin1') ?? ''
  const [, given] = /^\s*\{[^{}]{0,200}?"matricule"\s*:\s*"(\w{1,20})"/.exec(text) ?? []
  const read = v.safeParse(field.matricule, given)
  return read.success ? read.output : undefined
}

function unfold(beginning: Uint8Array, encoding: string): Buffer | undefined {
  if (encoding.trim().toLowerCase() !== 'gzip') return Buffer.from(beginning)
  try {
    return gunzipSync(beginning, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostUnfolded,
    })
  } catch {
    return undefined
  }
}
