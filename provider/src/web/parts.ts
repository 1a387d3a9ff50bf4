import { type HeldBody, heldBodies } from '../limits/held-bodies.ts'
import { bodyBytes, uploadParts } from '../limits/limits.ts'
import { Transfers } from '../uploads/transfers.ts'
import { UploadBounds } from '../uploads/upload-bounds.ts'
import * as store from '../uploads/uploads.ts'
import { judgeAppend, most } from './append.rule.ts'
import { unreadable } from './body.ts'
import {
  type Base,
  bodyRefusal,
  brokenPair,
  type CallAnswerer,
  refusal,
  type Web,
} from './call-answer.ts'
import type { Answer, Call } from './calls/call.ts'
import { Completion, passes, photographCall } from './completion.ts'
import { Part } from './part.ts'
import {
  inconsistent,
  mismatch,
  mismatchAtOnce,
  refuseEarly,
  tellState,
  unknownUpload,
  uploadsFull,
} from './upload-answers.ts'
import * as fields from './upload-fields.ts'
import { ownerOf } from './upload-owner.ts'
import { pairIsBroken } from './xsrf.ts'

type Upload = store.Upload

const mediaType = 'application/partial-upload'

/** True where an upload is to be created; otherwise the request is the call itself. */
export const asksForParts = (c: Web): boolean =>
  fields.booleanField(c.req.header('upload-complete')) === false

/**
 * Photographs that come in parts: draft-ietf-httpbis-resumable-upload, as docs/contract.md
 * describes it.
 */
export class Uploads {
  private readonly transfers = new Transfers()
  private readonly bounds: UploadBounds
  private readonly completion: Completion

  constructor(private readonly answerer: CallAnswerer) {
    this.bounds = new UploadBounds(answerer.provider)
    this.completion = new Completion(answerer)
  }

  private get database() {
    return this.answerer.provider.database
  }

  private now = () => this.answerer.provider.now()

  async create(c: Web, base: Base, call: Call): Promise<Response> {
    return this.withPart(c, async part => {
      const content = (await part.next(Number.POSITIVE_INFINITY)) ?? Buffer.alloc(0)
      const refuse = (answer: Answer, isOfCall = true) => {
        c.header('Upload-Complete', fields.asBoolean(isOfCall))
        return this.answerer.send(c, base, answer)
      }
      if (pairIsBroken(c)) return refuse(brokenPair(call.refusalStatus))
      if (part.problem) return refuse(bodyRefusal(part.problem, call.refusalStatus), false)
      if (!part.isWhole) return refuse(bodyRefusal('cut', call.refusalStatus), false)
      const { headers } = c.env.incoming
      const problem = unreadable(headers)
      if (problem) return refuse(bodyRefusal(problem, call.refusalStatus))
      const length = fields.integerField(c.req.header('upload-length'))
      if (most(length) > bodyBytes.upload)
        return refuse(bodyRefusal('tooLarge', call.refusalStatus))
      if (content.length > most(length)) return inconsistent(c)
      if (!(await this.bounds.admits())) return refuse(uploadsFull(call.refusalStatus), false)
      const contentEncoding = headers['content-encoding'] ?? 'identity'
      const created = { id: '', call: call.path, contentEncoding, student: undefined, received: 0 }
      const student = await ownerOf(this.answerer.contextOf(c, base), created, content)
      if (typeof student === 'object') return refuse(student, !passes(student))
      const token = await store.createUpload(this.answerer.provider, {
        base: base.path,
        call: call.path,
        contentType: headers['content-type'] ?? '',
        contentEncoding,
        student,
        length,
        address: this.answerer.addressOf(c),
        content,
      })
      c.header('Location', `${base.path}${fields.uploadsPath}${token}`)
      c.header('Upload-Complete', '?0')
      c.header('Upload-Offset', String(content.length))
      return c.body(null, 201)
    })
  }

  async answer(c: Web, base: Base, token: string): Promise<Response> {
    switch (c.req.method) {
      case 'HEAD':
      case 'GET':
        return this.tellState(c, base, token)
      case 'PATCH':
        return this.withPart(c, (part, held) =>
          this.transfers.run(token, part, () => this.append(c, base, token, part, held)),
        )
      case 'DELETE':
        return this.cancel(c, base, token)
      default:
        c.header('Allow', 'HEAD, GET, PATCH, DELETE, OPTIONS')
        c.header('Accept-Patch', mediaType)
        return c.req.method === 'OPTIONS'
          ? c.body(null, 204)
          : this.answerer.send(c, base, refusal(405, 'method', 'Cette méthode n’est pas acceptée.'))
    }
  }

  /**
   * Takes the upload, so that the offset stays true: what an earlier request still receives is not
   * appended.
   */
  private async tellState(c: Web, base: Base, token: string): Promise<Response> {
    await this.transfers.end(token)
    const upload = await this.take(base, token)
    if (!upload) return this.answerer.send(c, base, unknownUpload)
    tellState(c, upload, this.now())
    if (upload.length !== undefined) c.header('Upload-Length', String(upload.length))
    return c.body(null, 204)
  }

  private async cancel(c: Web, base: Base, token: string): Promise<Response> {
    if (pairIsBroken(c)) return this.answerer.send(c, base, brokenPair())
    await this.transfers.end(token)
    const upload = await this.take(base, token)
    if (!upload) return this.answerer.send(c, base, unknownUpload)
    await store.removeUpload(this.database, upload.id)
    return c.body(null, 204)
  }

  private async append(
    c: Web,
    base: Base,
    token: string,
    part: Part,
    held: HeldBody,
  ): Promise<Response> {
    const { headers } = c.env.incoming
    const offset = fields.integerField(c.req.header('upload-offset'))
    const isLast = fields.booleanField(c.req.header('upload-complete'))
    const told = fields.integerField(c.req.header('upload-length'))
    const refuse = (answer: Answer) => {
      refuseEarly(c)
      return this.answerer.send(c, base, answer)
    }
    c.header('Upload-Complete', '?0')
    if (pairIsBroken(c)) return refuse(brokenPair())
    if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== mediaType) {
      c.header('Accept-Patch', mediaType)
      return refuse(refusal(415, 'mediaType', `Le contenu doit être du type ${mediaType}.`))
    }
    if (offset === undefined || isLast === undefined)
      return refuse(refusal(400, 'invalid', 'Upload-Offset et Upload-Complete sont nécessaires.'))
    const upload = await this.take(base, token)
    if (!upload) return refuse(unknownUpload)
    c.set('refusalStatus', photographCall(upload.call)?.refusalStatus)
    tellState(c, upload, this.now(), false)
    const bytes =
      'transfer-encoding' in headers ? undefined : Number(headers['content-length'] ?? 0)
    const verdict = judgeAppend(upload, { offset, length: told, isLast, bytes })
    if (verdict === 'answer') return this.completion.answer(c, base, token, upload, held)
    if (verdict === 'mismatch') return mismatchAtOnce(c, upload, offset)
    if (verdict !== 'append') refuseEarly(c)
    if (verdict === 'inconsistent') return inconsistent(c)
    if (verdict === 'exceeds') return this.giveUp(c, upload)
    if (verdict === 'tooLarge') return this.answerer.send(c, base, bodyRefusal('tooLarge'))

    const whole = upload.length ?? told
    if (upload.length === undefined && told !== undefined)
      await store.setLength(this.database, upload, told)
    const stored = await this.storePieces(c, base, upload, most(whole), part, held)
    if (stored instanceof Response) return stored
    tellState(c, stored, this.now(), false)
    if (part.problem) return this.answerer.send(c, base, bodyRefusal(part.problem))
    if (!part.isWhole) return this.answerer.send(c, base, bodyRefusal('cut'))
    if (!isLast) return c.body(null, 204)
    if (whole !== undefined && stored.received !== whole) return inconsistent(c)
    if (whole === undefined) await store.setLength(this.database, stored, stored.received)
    return this.completion.answer(c, base, token, stored, held)
  }

  /** Stores what comes as it comes, also what has come before the connection was cut. */
  private async storePieces(
    c: Web,
    base: Base,
    upload: Upload,
    limit: number,
    part: Part,
    held: HeldBody,
  ): Promise<Upload | Response> {
    let stored = upload
    // No longer true, and nothing better to say should the database go away.
    c.header('Upload-Offset', undefined)
    for (;;) {
      const piece = await part.next(uploadParts.pieceBytes)
      if (!piece) return stored
      if (stored.received + piece.length > limit) {
        refuseEarly(c)
        return this.giveUp(c, upload)
      }
      if (!(await this.bounds.takesMore())) {
        refuseEarly(c)
        part.problem ??= 'busy'
        return stored
      }
      const student = await ownerOf(this.answerer.contextOf(c, base), stored, piece)
      if (typeof student === 'object') {
        refuseEarly(c)
        return this.completion.refuse(c, base, stored, student)
      }
      stored = { ...stored, student }
      const at = this.now()
      if (!(await store.appendPiece(this.database, stored, piece, at))) {
        // Another process has answered a newer request: the client no longer waits for this one.
        part.cut()
        return mismatch(c, stored, upload.received)
      }
      held.giveBack(piece.length)
      stored = { ...stored, received: stored.received + piece.length, touchedAt: at }
    }
  }

  private async giveUp(c: Web, { id }: Upload): Promise<Response> {
    await store.removeUpload(this.database, id)
    return inconsistent(c)
  }

  private take(base: Base, token: string): Promise<Upload | undefined> {
    return store.takeUpload(this.database, { token, base: base.path, now: this.now() })
  }

  /** Listens to the request's content at once, and counts what of it is in memory. */
  private async withPart(
    c: Web,
    work: (part: Part, held: HeldBody) => Promise<Response>,
  ): Promise<Response> {
    const held = heldBodies.open(this.answerer.sender(c))
    const part = new Part(c.env.incoming, held, uploadParts.appendBytes)
    try {
      return await work(part, held)
    } catch (error) {
      refuseEarly(c)
      throw error
    } finally {
      part.ignore()
      heldBodies.close(held)
    }
  }
}
