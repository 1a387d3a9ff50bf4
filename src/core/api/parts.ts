import type { Carrier } from './call.ts'
import { afterCut } from './portion.rule.ts'
import { problemOf } from './problem.ts'
import type { Bases } from './settings.ts'
import { limitsOf, type Progress } from './transport.ts'
import { bare, type Keeping, line, type Tell } from './upload.ts'

/** Uploads that go on where they were cut: draft-ietf-httpbis-resumable-upload (docs/contract.md, "Uploads in parts"). */

type Base = keyof Bases

let loadInParts: () => Promise<Pick<typeof import('./in-parts.ts'), 'sendInParts'>>

/** Pages load what sends in parts once a line needs it; a worker can load nothing later. */
export function setInParts(load: typeof loadInParts): void {
  loadInParts = load
}

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
      // What has begun goes on, also where another one has failed since.
      const goes = upload ?? (takesParts(whole.base) && body.size > line.now.portion)
      let hasUpload = false
      if (isLarge && goes && (upload?.address || !refusers.has(whole.base))) {
        // A browser may remember for as long as the page lives that a chunk did not come: the body goes whole meanwhile.
        const inParts = await loadInParts().catch((): undefined => undefined)
        const raw = await inParts?.sendInParts(exchange, { ...whole, body }, keeping, onProgress)
        if (typeof raw === 'object') return raw
        if (raw === 'gone') refusers.add(whole.base)
        hasUpload = !raw && upload?.address !== undefined
      } else if (upload) await keeping.keep(undefined)
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
          if (!hasUpload) await keeping.keep(bare({ ...whole, body }))
        } else if (isCut) keeping.wasCut()
        throw error
      }
    },
  }
}
