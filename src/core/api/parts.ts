import { digestOf } from '../crypto/cipher.ts'
import type { Carrier, Exchange } from './call.ts'
import { afterCut } from './portion.rule.ts'
import { problemOf } from './problem.ts'
import type { Bases } from './settings.ts'
import { limitsOf, type Progress, type RawReply } from './transport.ts'
import { bare, type Keeping, line, type Tell, UploadInParts, type Whole } from './upload.ts'

/** Uploads that go on where they were cut: draft-ietf-httpbis-resumable-upload (docs/contract.md, "Uploads in parts"). */

type Base = keyof Bases

/** They announce uploads in parts, and do not do them. */
const refusers = new Set<Base>()

/** In bytes: to send a smaller body again costs less than to send it in parts. */
const worthwhile = 16_000

/** Milliseconds. A connection that is refused fails sooner; a worker sees no byte move. */
const underWayMs = 5_000

const takesParts = (base: Base): boolean => limitsOf(base) !== undefined && !refusers.has(base)

/** Brings a body to the provider: in one request; or in parts, once the line has cut one in the middle. */
export function carrierOf(keeping: Keeping, onProgress: Tell | undefined): Carrier {
  const { upload } = keeping
  return {
    gzip: upload?.gzip,
    async carry(whole, exchange) {
      const body = new Blob([whole.body])
      const isLarge = body.size >= worthwhile
      // This page or worker has just begun, and another one has met the line.
      if (upload && body.size <= line.now.portion) line.now = afterCut(body.size, line.now)
      if (
        isLarge &&
        !refusers.has(whole.base) &&
        (upload || (takesParts(whole.base) && body.size > line.now.portion))
      ) {
        const raw = await sendInParts(exchange, { ...whole, body }, keeping, onProgress)
        if (raw) return raw
      }
      const began = Date.now()
      let hasMoved = false
      const tell = (progress: Progress) => {
        hasMoved = true
        onProgress?.(progress)
      }
      try {
        return await exchange('POST', whole.url, whole.headers, whole.body, onProgress && tell)
      } catch (error) {
        const isCut = isLarge && problemOf(error)?.kind !== 'cancelled' && (hasMoved || Date.now() - began > underWayMs)
        if (isCut && takesParts(whole.base)) {
          line.now = afterCut(body.size, line.now)
          await keeping.keep(bare({ ...whole, body }))
        } else if (isCut) keeping.wasCut()
        throw error
      }
    },
  }
}

/**
 * Sends a body in parts, from where its upload stands; an upload that the provider does not know begins anew.
 * @returns what the call answers to the whole; undefined where the provider does not do what it announces
 * @throws ProblemError when the line brings nothing any more; what has arrived is kept
 */
async function sendInParts(
  exchange: Exchange,
  whole: Whole,
  keeping: Keeping,
  onProgress: Tell = () => undefined,
): Promise<RawReply | undefined> {
  const digest = await digestOf(new Uint8Array(await whole.body.arrayBuffer()))
  const sending = new UploadInParts(exchange, whole, digest, keeping, onProgress)
  // An upload that is gone may begin anew once; a provider that loses that one too gets the body whole.
  for (let tries = 0; tries < 2; tries += 1) {
    const reply = await sending.run()
    if (reply !== 'gone') return reply
  }
  refusers.add(whole.base)
  await keeping.keep(undefined)
  return undefined
}
