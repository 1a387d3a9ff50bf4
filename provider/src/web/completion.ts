import type { HeldBody } from '../limits/held-bodies.ts'
import { bodyBytes } from '../limits/limits.ts'
import {
  type KeptAnswer,
  markCompleted,
  removeUpload,
  settleUpload,
  takeUpload,
  type Upload,
  wholeOf,
} from '../uploads/uploads.ts'
import { parseBody } from './body.ts'
import type { Base, CallAnswerer, Web } from './call-answer.ts'
import { calls } from './calls/all.ts'
import type { Answer, Call } from './calls/call.ts'
import { unknownUpload } from './upload-answers.ts'
import { asBoolean } from './upload-fields.ts'

const byPath = new Map(calls.filter(call => call.photograph).map(call => [call.path, call]))

export const photographCall = (path: string): Call | undefined => byPath.get(path)

/** Answers that pass: the same bytes may get another one later. */
export const passes = ({ http = 200 }: Answer) => http === 429 || http >= 500

/** Answers the call of an upload that has come whole. */
export class Completion {
  constructor(private readonly answerer: CallAnswerer) {}

  /** The call's own answer to the whole, or the one that was kept. */
  async answer(
    c: Web,
    base: Base,
    token: string,
    upload: Upload,
    held: HeldBody,
  ): Promise<Response> {
    const { database, now } = this.answerer.provider
    if (upload.answered) return replay(c, upload.answered)
    const call = photographCall(upload.call)
    if (!call) return this.answerer.send(c, base, unknownUpload)
    const whole = held.take(upload.received) ? await wholeOf(database, upload) : 'busy'
    if (!whole) {
      // Another process has answered meanwhile.
      const { answered } =
        (await takeUpload(database, { token, base: base.path, now: now() })) ?? {}
      return answered ? replay(c, answered) : this.answerer.send(c, base, unknownUpload)
    }
    held.isWhole = true
    const described = {
      'content-type': upload.contentType,
      'content-encoding': upload.contentEncoding,
    }
    const body =
      whole === 'busy'
        ? ({ problem: whole } as const)
        : await parseBody(described, whole, bodyBytes.upload, held)
    const answer = await this.answerer.answer(c, base, call, body)
    await this.keep(upload, answer)
    c.header('Upload-Complete', asBoolean(!passes(answer)))
    return this.answerer.send(c, base, answer)
  }

  /** The call's answer by what has come already: no more of it is taken. */
  async refuse(c: Web, base: Base, { id }: Upload, answer: Answer): Promise<Response> {
    if (!passes(answer)) await removeUpload(this.answerer.provider.database, id)
    c.header('Upload-Complete', asBoolean(!passes(answer)))
    return this.answerer.send(c, base, answer)
  }

  /**
   * The photograph stays while the same bytes may get another answer: after an outage, or with a
   * code.
   */
  private async keep(upload: Upload, answer: Answer): Promise<void> {
    const { database } = this.answerer.provider
    const { http = 200, json } = answer
    if (passes(answer)) await markCompleted(database, upload, false)
    else if (json.codeRequis === true) await markCompleted(database, upload, true)
    else await settleUpload(database, upload, { http, json: JSON.stringify(json) })
  }
}

function replay(c: Web, { http, json }: KeptAnswer): Response {
  c.header('Upload-Complete', '?1')
  c.header('Content-Type', 'application/json')
  return c.body(json, http)
}
