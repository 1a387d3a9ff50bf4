import type { RawReply } from '../../src/core/api/transport.ts'

export interface Request {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** What a request is for, where the provider takes uploads in parts. */
export type Purpose = 'whole' | 'creation' | 'offset' | 'part' | 'lastPart' | 'end'

export function purposeOf({ method, headers }: Request): Purpose {
  if (method === 'HEAD') return 'offset'
  if (method === 'DELETE') return 'end'
  if (method === 'POST') return headers['Upload-Complete'] === '?0' ? 'creation' : 'whole'
  return headers['Upload-Complete'] === '?1' ? 'lastPart' : 'part'
}

/** What a provider says with each answer if it takes uploads in parts. */
export const announcement = 'max-size=9000, max-age=600000'

interface Held {
  bytes: string
  length: number
  isWhole: boolean
  /** Whose body it is, as soon as a part has told. */
  item?: string
  /** Something has answered in the provider's place, so that the portal may give it up. */
  isOdd: boolean
}

/** The provider's side of uploads in parts: what it holds of each, and what it says of that. */
export class Uploads {
  readonly #held = new Map<string, Held>()
  #made = 0

  held(address: string): Readonly<Held> | undefined {
    return this.#held.get(address)
  }

  /** Uploads of one item that are begun, and that nothing has told the portal to give up. */
  begunFor(item: string): string[] {
    return [...this.#held].flatMap(([address, held]) =>
      held.item === item && held.bytes !== '' && !held.isOdd ? [address] : [],
    )
  }

  belongsTo(address: string, item: string): void {
    const held = this.#held.get(address)
    if (held) held.item = item
  }

  answersOddly(address: string): void {
    const held = this.#held.get(address)
    if (held) held.isOdd = true
  }

  /** Their time is over. */
  forgetAll(): void {
    this.#held.clear()
  }

  /** `came`: how much of a part has come before its connection was lost. */
  cut({ url, headers, body }: Request, came: number): void {
    const held = this.#held.get(url)
    if (held && Number(headers['Upload-Offset']) === held.bytes.length) held.bytes += body.slice(0, came)
  }

  /** @returns the answer, or the whole body, which the call has to answer */
  take(request: Request): { answer: RawReply } | { whole: string } {
    const purpose = purposeOf(request)
    if (purpose === 'creation') return { answer: this.#create(Number(request.headers['Upload-Length'])) }
    const { url, headers, body } = request
    const held = this.#held.get(url)
    if (!held) return { answer: said(404, {}) }
    if (purpose === 'end') this.#held.delete(url)
    if (purpose === 'offset') return { answer: standing(held) }
    if (purpose === 'end') return { answer: said(204, {}) }
    if (Number(headers['Upload-Offset']) !== held.bytes.length) return { answer: standing(held, 409) }
    held.bytes += body
    if (purpose === 'part' || held.bytes.length !== held.length) return { answer: standing(held) }
    held.isWhole = true
    return { whole: held.bytes }
  }

  #create(length: number): RawReply {
    this.#made += 1
    const address = `/2021/v1/uploads/${this.#made}`
    this.#held.set(address, { bytes: '', length, isWhole: false, isOdd: false })
    return said(201, { Location: address, 'Upload-Complete': '?0', 'Upload-Offset': '0' })
  }
}

const standing = ({ bytes, length, isWhole }: Held, code = 204): RawReply =>
  said(code, {
    'Upload-Complete': isWhole && code !== 409 ? '?1' : '?0',
    'Upload-Offset': `${bytes.length}`,
    'Upload-Length': `${length}`,
  })

const said = (code: number, headers: Readonly<Record<string, string>>): RawReply => ({
  code,
  text: '',
  header: name => headers[name] ?? null,
})

/** An answer with one more header. */
export const also = (answer: RawReply, name: string, value: string): RawReply => ({
  ...answer,
  header: asked => (asked === name ? value : answer.header(asked)),
})
