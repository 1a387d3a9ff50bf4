import type { RawReply } from '../../../src/core/api/transport.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import type { Ledger } from '../../../tests/model/ledger.ts'
import type { Provider, Said, Sent } from '../../../tests/model/link.ts'
import { type Fate, reply } from '../../../tests/model/provider.ts'
import { also, purposeOf, type Request } from '../../../tests/model/uploads.ts'
import type { Country } from './country.ts'
import type { Answered } from './host.ts'

/** What may happen between a phone and the provider; verdicts are the provider's own. */
export const between = [
  'good',
  'slow',
  'unreachable',
  'halfBody',
  'stalls',
  'lostAnswer',
  'hangs',
  'portalPage',
  'pageAfterStoring',
  'cutJson',
  'cutTransfer',
  'empty204',
  'busy429',
  'broken500',
  'brokenAfterStoring',
  'gateway502',
  'pause503',
] as const satisfies readonly Fate[]

const untouched: readonly Fate[] = ['good', 'slow']

/** From one phone to the provider, with the phone's cookies. */
export class Line implements Provider {
  readonly #cookies = new Map<string, string>()
  /**
   * What has left in parts, by the address of its upload: a phone whose disk fails has not written
   * it down.
   */
  readonly #parts = new Map<string, string>()

  constructor(
    readonly country: Country,
    readonly ledger: Ledger,
    readonly address: string,
  ) {}

  /** A page that the provider has served brings it. */
  givePair(token: string): void {
    if (!this.#cookies.has('XSRF-TOKEN')) this.#cookies.set('XSRF-TOKEN', token)
  }

  readable = (): string => {
    const token = this.#cookies.get('XSRF-TOKEN')
    return token ? `XSRF-TOKEN=${token}` : ''
  }

  comesPartly(request: Request, came: number): void {
    this.#addPart(request)
    void this.country.answer(this.#withCookies(request), came)
  }

  answer(sent: Sent, fate: Fate, retryAfter: string, say: (said: Said) => void): void {
    const { answer, ...rest } = reply(fate, retryAfter)
    const instead = { ...rest, answer: typeof answer === 'string' ? answer : dated(answer, this.country.world.now) }
    if (instead.stored) void this.#ask(sent, fate, instead).then(say)
    else say({ ...instead, stored: undefined })
  }

  async #ask(sent: Sent, fate: Fate, instead: Omit<Said, 'stored'>): Promise<Said> {
    this.#addPart(sent.request)
    const acknowledged = this.#comes(sent)
    const judged = await this.country.codes.comes(sent.request.url, sent.request.body)
    const answered = await this.country.answer(this.#withCookies(sent.request))
    if (!answered) return { answer: 'lost', stored: undefined }
    await judged(answered)
    const stored = isSuccess(sent.request, answered) ? acknowledged() : undefined
    if (!untouched.includes(fate)) return { ...instead, stored }
    this.#keepCookies(answered.headers)
    return { answer: this.#asReply(answered), stored }
  }

  /**
   * @returns to be called once it is answered with success; the body of the call, unless a newer
   * one stands
   */
  #comes({ request, item }: Pick<Sent, 'request' | 'item'>): () => string | undefined {
    const isWhole = purposeOf(request) === 'whole'
    if (!isWhole && purposeOf(request) !== 'lastPart') return () => undefined
    const body = isWhole ? request.body : (this.ledger.bodyOfItem(item ?? '') ?? this.#parts.get(request.url))
    if (!body?.endsWith('}')) return () => undefined
    const requestKey = this.ledger.slotOfBody.get(body) ?? ''
    const type = documentTypes.find(one => requestKey.endsWith(`/${one}`))
    const acknowledged = this.country.truth.comes(request.url, body, type)
    return () => (acknowledged() ? body : undefined)
  }

  #addPart({ method, url, headers, body }: Request): void {
    if (method !== 'PATCH') return
    const before = this.#parts.get(url) ?? ''
    this.#parts.set(url, before.slice(0, Number(headers['Upload-Offset'])) + body)
  }

  #asReply({ code, text, headers }: Answered): RawReply {
    const { world, ahead } = this.country
    return dated({ code, text, header: name => headers.get(name) }, world.now + ahead)
  }

  #withCookies(request: Request): Request {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { ...request, headers: { ...request.headers, Address: this.address, ...(cookie && { Cookie: cookie }) } }
  }

  #keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
  }
}

/** Whoever answers says what time it is there. */
const dated = (answer: RawReply, now: number): RawReply => also(answer, 'Date', new Date(now).toUTCString())

const isSuccess = (request: Request, { code, text, headers }: Answered): boolean =>
  code === 200 &&
  /"status":1\b/.test(text) &&
  (purposeOf(request) === 'whole' || headers.get('Upload-Complete') === '?1')
