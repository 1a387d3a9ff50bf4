import { digestOf } from '../crypto/cipher.ts'
import { uploadLimitOf } from './announced.ts'
import type { Exchange } from './call.ts'
import { afterCut, afterPart, endOfPart } from './portion.rule.ts'
import { isLost, passes, problemOf } from './problem.ts'
import { isDoubtful, isRefused } from './speaker.rule.ts'
import { type Progress, postByFetch, type RawReply } from './transport.ts'
import {
  createUpload,
  type IsWalled,
  type Keeping,
  line,
  type Tell,
  type Upload,
  type Whole,
} from './upload.ts'
import { xsrfHeader } from './xsrf.ts'

/** A chunk of its own: pages load it once the line has cut a body. */

type Failed = 'gone' | 'full' | 'busy' | 'walled'

/**
 * Then the body goes whole, once: the line may have cut these parts, and a gateway may know no
 * PATCH.
 */
const enoughBarren = 3

/**
 * Sends a body in parts, from where its upload stands; an upload that the provider does not know
 * begins anew.
 * @returns what the call answers to the whole; or why the body has to go whole: the provider does
 * not do what it announces (`gone`), takes no further uploads for now (`full`), nor parts of this
 * one (`busy`), or no part comes through to it (`walled`)
 * @throws ProblemError when the line brings nothing any more; what has arrived is kept
 */
export async function sendInParts(
  exchange: Exchange,
  whole: Whole,
  keeping: Keeping,
  isWalled: IsWalled,
  onProgress: Tell = () => undefined,
): Promise<RawReply | Failed> {
  const digest = await digestOf(new Uint8Array(await whole.body.arrayBuffer()))
  const sending = new UploadInParts(exchange, whole, digest, keeping, isWalled, onProgress)
  // An upload that is gone may begin anew once; a provider that loses that one too gets the body
  // whole.
  const first = await sending.run()
  const reply = first === 'gone' ? await sending.run() : first
  if (reply === 'gone' || reply === 'full') await keeping.keep(undefined)
  return reply
}

/** The student has replaced it. Not waited for, since the provider forgets it by itself in time. */
async function endUpload(address: string): Promise<void> {
  await postByFetch(address, undefined, {
    method: 'DELETE',
    headers: await xsrfHeader(address),
  }).catch(() => undefined)
}

/**
 * One body on its way in parts, from where its upload stands: created, asked how much has arrived,
 * continued.
 */
class UploadInParts {
  #upload: Upload | undefined
  /** Undefined after a lost connection: the provider is asked. */
  #offset: number | undefined
  /** The part that is on its way, or was lost. */
  #part: { from: number; bytes: number } | undefined
  /** Lost connections in a row that brought nothing, and answers that told nothing. */
  #lost = 0

  constructor(
    readonly exchange: Exchange,
    readonly whole: Whole,
    readonly digest: string,
    readonly keeping: Keeping,
    readonly isWalled: IsWalled,
    readonly onProgress: Tell,
  ) {
    const { upload } = keeping
    const { url } = whole
    // The provider may have moved since: the photo goes nowhere else.
    const isHere = upload?.address && addressAt(upload.address, url) === upload.address
    if (isHere && upload.digest === digest) this.#upload = upload
  }

  async run(): Promise<RawReply | Failed> {
    for (;;) {
      try {
        const reply = (await this.#create()) ?? (await this.#locate()) ?? (await this.#append())
        if (reply === 'gone') await this.#forget()
        if (reply) return reply
      } catch (error) {
        if (
          problemOf(error)?.kind === 'cancelled' &&
          this.#upload?.address &&
          !this.keeping.goesOn?.()
        )
          void endUpload(this.#upload.address)
        const problem = problemOf(error)
        if (!problem || !isLost(problem) || this.#lost > 0) throw error
        this.#lost += 1
        this.#offset = undefined
      }
    }
  }

  async #create(): Promise<RawReply | Failed | undefined> {
    if (this.#upload) return undefined
    const { url, headers, body } = this.whole
    const reply = await this.exchange('POST', url, {
      ...headers,
      'Upload-Complete': '?0',
      'Upload-Length': `${body.size}`,
    })
    const address = addressIn(reply, url)
    // Full for now: the body goes whole, as it would to a provider that takes no parts.
    if (reply.code === 503) return 'full'
    // Another encoding may pass.
    if (!address && 'Content-Encoding' in headers && !isAway(reply))
      return isRefused(reply) ? reply : 'gone'
    if (!address) return isAway(reply) && !(await this.isWalled(reply)) ? reply : 'gone'
    this.#upload = { ...createUpload(this.whole), address, digest: this.digest }
    this.#offset = 0
    await this.keeping.keep(this.#upload)
    return undefined
  }

  async #locate(): Promise<RawReply | Failed | undefined> {
    if (this.#offset !== undefined) return undefined
    const reply = await this.exchange('HEAD', this.#upload?.address ?? '')
    const offset = this.#offsetIn(reply)
    if (offset === undefined && !isAway(reply)) return 'gone'
    if (offset === undefined) {
      if (await this.isWalled(reply)) await this.#broughtNothing()
      return this.#isStuck() ? this.#goWhole('walled') : reply
    }
    this.#learnPortion(offset)
    await this.#arrived(offset)
    return this.#isStuck() ? this.#goWhole('walled') : undefined
  }

  async #broughtNothing(): Promise<void> {
    if (!this.#upload) return
    this.#upload = { ...this.#upload, barren: (this.#upload.barren ?? 0) + 1 }
    await this.keeping.keep(this.#upload)
  }

  #isStuck(): boolean {
    const { barren = 0 } = this.#upload ?? {}
    return barren > 0 && barren % enoughBarren === 0
  }

  /** What has arrived stays: where the line cuts the whole too, it goes on. */
  async #goWhole<Why extends Failed>(why: Why): Promise<Why> {
    await this.#broughtNothing()
    return why
  }

  async #append(): Promise<RawReply | 'gone' | 'busy' | undefined> {
    const { base, body } = this.whole
    const { size } = body
    const from = this.#offset ?? 0
    const to = endOfPart(from, size, line.now, uploadLimitOf(base))
    const isLast = to === size
    this.onProgress({ sent: from, total: size })
    this.#part = { from, bytes: to - from }
    const headers = {
      'Content-Type': 'application/partial-upload',
      'Upload-Offset': `${from}`,
      'Upload-Complete': isLast ? '?1' : '?0',
    }
    const tell = (progress: Progress) => {
      // What has left has not arrived; but once the last byte has left, the provider may have the
      // whole.
      if (isLast && progress.sent >= progress.total) this.onProgress({ sent: size, total: size })
    }
    const part = body.slice(from, to)
    const sent = this.exchange('PATCH', this.#upload?.address ?? '', headers, part, tell)
    const reply = await sent.catch(async error => {
      if (problemOf(error)?.kind !== 'cancelled') await this.#broughtNothing()
      throw error
    })
    if (reply.header('Upload-Complete') === '?1') return this.#isOver(reply)
    if (isDoubtful(reply) || isRefusedAsBody(reply)) {
      // The provider is asked whether it is there, and given less at once.
      await this.#broughtNothing()
      this.#offset = undefined
      return undefined
    }
    const offset = this.#offsetIn(reply)
    // A provider without room for parts may have some for the whole.
    if (reply.code === 503 && offset === from && from < size) {
      await this.#broughtNothing()
      return this.#isStuck() ? this.#goWhole('busy') : reply
    }
    if (isAway(reply)) return reply
    if (reply.code < 300 && offset === undefined) {
      // Not the provider's words, or not all of them: it is asked what has arrived.
      this.#offset = undefined
      return this.#lost++ > 1 ? 'gone' : undefined
    }
    // Each answer leads on, or this upload leads nowhere.
    if (offset === undefined || offset <= from || (reply.code > 299 && reply.code !== 409))
      return 'gone'
    this.#learnPortion(offset)
    await this.#arrived(offset)
    return undefined
  }

  /**
   * What failed of the whole fails again: the next try begins anew. A code that is asked for may
   * come yet.
   */
  async #isOver(reply: RawReply): Promise<RawReply> {
    if (reply.code > 299) await this.#forget()
    return reply
  }

  async #forget(): Promise<void> {
    this.#upload = undefined
    this.#offset = undefined
    await this.keeping.keep(createUpload(this.whole))
  }

  async #arrived(offset: number): Promise<void> {
    this.#offset = offset
    if (!this.#upload || offset <= this.#upload.arrived) return
    this.#lost = 0
    const { barren: _, ...upload } = this.#upload
    this.#upload = { ...upload, arrived: offset }
    await this.keeping.keep(this.#upload)
  }

  /** How much of the part has come tells what the line bears. */
  #learnPortion(offset: number): void {
    if (!this.#part) return
    const { from, bytes } = this.#part
    const arrived = offset - from
    line.now = arrived < bytes ? afterCut(bytes, line.now, arrived) : afterPart(line.now, bytes)
    this.#part = undefined
  }

  #offsetIn(reply: RawReply): number | undefined {
    const offset = Number(reply.header('Upload-Offset') ?? Number.NaN)
    return offset >= (this.#upload?.arrived ?? 0) && offset <= this.whole.body.size
      ? offset
      : undefined
  }
}

/** By its size or its bytes, and not for want of PATCH or of the upload. */
const isRefusedAsBody = (reply: RawReply): boolean =>
  isRefused(reply) && [400, 403, 406, 413, 415].includes(reply.code)

/**
 * The provider is busy or broken, or a captive portal has answered in its place: what has arrived
 * stays there.
 */
const isAway = ({ code, header }: RawReply): boolean =>
  (code !== 501 && passes({ kind: 'http', code })) ||
  (code < 300 && /html/i.test(header('Content-Type') ?? ''))

function addressIn(reply: RawReply, url: string): string | undefined {
  const location = reply.header('Location')
  return reply.code < 300 && location ? addressAt(location, url) : undefined
}

/** Only at the provider itself. The cross-site token goes to relative addresses only. */
function addressAt(location: string, url: string): string | undefined {
  const call = new URL(url, globalThis.location?.href)
  const address = new URL(location, call)
  if (address.origin !== call.origin) return undefined
  return url.startsWith('/') ? address.pathname + address.search : address.href
}
