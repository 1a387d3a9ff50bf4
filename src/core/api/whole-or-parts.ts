import { uploadLimitOf } from './announced.ts'
import type { Exchange } from './call.ts'
import { learnWall, wallOf } from './known-walls.ts'
import { afterCut } from './portion.rule.ts'
import { problemOf } from './problem.ts'
import { isOwn } from './read.ts'
import type { Bases } from './settings.ts'
import { mayPassSmaller } from './speaker.rule.ts'
import type { Progress, RawReply } from './transport.ts'
import { createUpload, type IsWalled, type Keeping, line, type Tell, type Whole } from './upload.ts'

/**
 * Uploads that go on where they were cut: draft-ietf-httpbis-resumable-upload (docs/contract.md,
 * "Photos in parts").
 */

type Base = keyof Bases

let loadInParts: () => Promise<Pick<typeof import('./send-in-parts.ts'), 'sendInParts'>>

/** Pages load what sends in parts once a line needs it; a worker can load nothing later. */
export function setPartsLoader(load: typeof loadInParts): void {
  loadInParts = load
}

/** In bytes: to send a smaller body again costs less than to send it in parts. */
const worthwhile = 16_000

/** Milliseconds. A connection that is refused fails sooner; a worker sees no byte move. */
const underWayMs = 5_000

const takesParts = (base: Base): boolean => uploadLimitOf(base) !== undefined && !wallOf(base).parts

/**
 * One body in one encoding: in one request; or in parts, once the line has cut one in the middle,
 * or something on the way has refused it whole.
 */
export class WholeOrParts {
  readonly #size: number
  /** Why it does not go in parts, where that was tried. */
  #notInParts: 'gone' | 'full' | 'busy' | 'walled' | 'notLoaded' | undefined

  constructor(
    readonly whole: Whole,
    readonly keeping: Keeping,
    readonly tell: Tell | undefined,
    readonly exchange: Exchange,
    readonly isWalled: IsWalled,
  ) {
    this.#size = whole.body.size
  }

  async send(): Promise<RawReply> {
    const { base, headers } = this.whole
    const { upload } = this.keeping
    const { most = Number.POSITIVE_INFINITY } = wallOf(base)
    const isLarge = this.#size >= worthwhile
    // This page or worker has just begun, and another one has met the line.
    if (upload && this.#size <= line.now.portion) line.now = afterCut(this.#size, line.now)
    if (this.#size >= most && most <= line.now.portion) line.now = afterCut(most, line.now)
    // What has begun goes on, also where another one has failed since.
    const goes = upload
      ? (upload.address ?? !wallOf(base).parts)
      : takesParts(base) && this.#size > line.now.portion
    const inParts = isLarge && goes ? await this.#inParts() : undefined
    if (inParts) return inParts
    if (upload && !this.#notInParts) await this.keeping.keep(undefined)
    const raw = await this.#inOne(isLarge)
    if (!isLarge) return raw
    const isTooLarge = raw.code === 413 && !isOwn(raw)
    if (!isTooLarge && !(await this.isWalled(raw))) {
      if (this.#notInParts === 'walled') learnWall(base, { parts: true })
      return raw
    }
    // Another encoding may pass. Uncompressed, the body is larger.
    if ('Content-Encoding' in headers && !isTooLarge) return raw
    if (isTooLarge) learnWall(base, { most: Math.min(most, this.#size) })
    line.now = afterCut(this.#size, line.now)
    const rest = this.#notInParts || !takesParts(base) ? undefined : await this.#inParts()
    // What is doubtful may be the provider's fault, which no lighter photo makes good.
    if (!rest && mayPassSmaller(raw)) await this.#leave()
    return rest ?? raw
  }

  /** Only a lighter body passes. */
  async #leave(): Promise<void> {
    await this.keeping.keep(undefined)
    this.keeping.wasTooMuch(this.#size)
  }

  async #inParts(): Promise<RawReply | undefined> {
    const { exchange, keeping, tell, isWalled } = this
    // A browser may remember for as long as the page lives that a chunk did not come: the body goes
    // whole meanwhile.
    const chunk = await loadInParts().catch((): undefined => undefined)
    const raw =
      (await chunk?.sendInParts(exchange, this.whole, keeping, isWalled, tell)) ?? 'notLoaded'
    if (typeof raw === 'object') return raw
    if (raw === 'gone') learnWall(this.whole.base, { parts: true })
    this.#notInParts = raw
    return undefined
  }

  async #inOne(isLarge: boolean): Promise<RawReply> {
    const { url, headers, body, base } = this.whole
    const began = Date.now()
    let hasMoved = false
    const tell = (progress: Progress) => {
      hasMoved = true
      this.tell?.(progress)
    }
    try {
      return await this.exchange('POST', url, headers, body, this.tell && tell)
    } catch (error) {
      const isCut =
        isLarge &&
        problemOf(error)?.kind !== 'cancelled' &&
        (hasMoved || Date.now() - began > underWayMs)
      const stays =
        this.#notInParts === 'walled' ||
        this.#notInParts === 'busy' ||
        (this.#notInParts === 'notLoaded' && this.keeping.upload?.address)
      if (isCut && takesParts(base)) {
        line.now = afterCut(this.#size, line.now)
        if (!stays) await this.keeping.keep(createUpload(this.whole))
      } else if (isCut) this.keeping.wasCut()
      throw error
    }
  }
}
