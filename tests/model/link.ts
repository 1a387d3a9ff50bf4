import type { RawReply } from '../../src/core/api/transport.ts'
import type { Owner } from './disk.ts'
import { type Fate, type Reply, reply } from './provider.ts'
import { also, announcement, type Purpose, purposeOf, type Request, type Uploads } from './uploads.ts'
import type { World } from './world.ts'

/** What the browser tells the code that sends. */
export interface Hooks {
  progress(sent: number, total: number): void
  left(): void
  answered(answer: RawReply, cut: boolean): void
  failed(): void
}

/** Whoever wants to know what goes over the wire. */
export interface Witness {
  /** @returns the item that is sent, and what must become of it */
  leaves(request: Request, owner: Owner, othersInFlight: readonly string[]): { item?: string; fate?: Fate }
  arrives(body: string): void
  /** A part is about to be taken: of which item it is, is told by where it stands in the whole. */
  brings(request: Request): void
  isAnswered(sent: Sent, answer: RawReply, cut: boolean): void
}

export interface Sent {
  owner: Owner
  request: Request
  item: string | undefined
}

interface Exchange extends Sent {
  hooks: Hooks
  /** Every byte has left the device: the rest of the way no tab and no link can undo. */
  left: boolean
}

/** In seconds, or with GMT as a date. */
const pauses = [0, 3, 40, 900]

/** The way to the provider and back. What leaves the device first arrives first, as on one thin line. */
export class Link {
  antenna = true
  /** Of the next requests; then all is well. */
  readonly fates: Fate[] = []
  readonly #open = new Set<Exchange>()

  constructor(
    readonly world: World,
    readonly witness: Witness,
    readonly uploads: Uploads,
    /** Whether the provider announces uploads in parts. */
    readonly announces: boolean,
  ) {}

  /** @returns how to give it up */
  send(owner: Owner, request: Request, hooks: Hooks): () => void {
    const others = [...this.#open].filter(({ request: { method } }) => method !== 'DELETE')
    const { item, fate = this.fates.shift() ?? 'good' } = this.witness.leaves(
      request,
      owner,
      others.map(exchange => exchange.owner.name),
    )
    const exchange: Exchange = { owner, request, item, hooks, left: false }
    this.#open.add(exchange)
    if (!this.antenna) this.#fail(exchange, 20)
    else if (fate === 'unreachable') this.#fail(exchange, 3_000)
    else this.#upload(exchange, fate)
    return () => this.#end(exchange)
  }

  cut(owner: Owner): void {
    for (const exchange of this.#open) if (exchange.owner === owner) this.#end(exchange)
  }

  #end(exchange: Exchange): void {
    if (this.#open.delete(exchange) && !exchange.left) this.#comesPartly(exchange)
  }

  /** Some of a part has come; a proxy may have held it back. */
  #comesPartly({ request }: Exchange): void {
    if (request.method !== 'PATCH' || this.world.chance() < 0.4) return
    this.witness.brings(request)
    this.uploads.cut(request, this.world.between(0, request.body.length - 1))
  }

  lose(): void {
    this.antenna = false
    for (const exchange of this.#open) this.#fail(exchange, 20)
  }

  #when(exchange: Exchange, ms: number, happens: () => void): void {
    this.world.later(ms, () => {
      if (this.#open.has(exchange)) happens()
    })
  }

  #fail(exchange: Exchange, withinMs: number): void {
    this.#when(exchange, this.world.between(0, withinMs), () => {
      this.#open.delete(exchange)
      exchange.hooks.failed()
    })
  }

  #upload(exchange: Exchange, fate: Fate): void {
    const { world } = this
    const { request, hooks } = exchange
    const { length } = request.body
    const part = () => (fate === 'slow' ? 40_000 : world.between(1, 1_500))
    this.#when(exchange, part(), () => {
      hooks.progress(Math.floor(length / 2), length)
      if (fate === 'halfBody') {
        this.#comesPartly(exchange)
        this.#fail(exchange, 1_000)
      } else if (fate !== 'stalls')
        this.#when(exchange, part(), () => {
          if (!this.antenna) return
          exchange.left = true
          hooks.progress(length, length)
          hooks.left()
          world.later(world.between(1, 4_000), () => this.#arrive(exchange, fate), 'line')
        })
    })
  }

  #arrive(exchange: Exchange, fate: Fate): void {
    const { world } = this
    const seconds = pauses[world.between(0, pauses.length - 1)] ?? 0
    const asDate = world.chance() < 0.3
    const retryAfter = asDate ? new Date(Math.ceil(world.now / 1000 + seconds) * 1000).toUTCString() : String(seconds)
    const { stored, answer, cut = false } = this.#answerTo(exchange.request, fate, retryAfter)
    world.tell(() => `provider: ${fate}${stored ? ', stored' : ''}`)
    if (stored !== undefined) this.witness.arrives(stored)
    if (answer === 'lost') this.#fail(exchange, 2_000)
    else if (answer !== 'none')
      this.#when(exchange, world.between(1, 2_000), () => {
        this.#open.delete(exchange)
        this.witness.isAnswered(exchange, answer, cut)
        exchange.hooks.answered(answer, cut)
      })
  }

  /** @returns also the body that the provider stores, if it stores one */
  #answerTo(request: Request, fate: Fate, retryAfter: string): Omit<Reply, 'stored'> & { stored: string | undefined } {
    const purpose = purposeOf(request)
    if (fate === 'forgets') this.uploads.forgetAll()
    if (purpose === 'whole') {
      const { stored, ...said } = this.#announced(reply(fate, retryAfter))
      return { ...said, stored: stored ? request.body : undefined }
    }
    return this.#answerInParts(request, purpose, fate, retryAfter)
  }

  /** A verdict comes with the last part only; whatever else happens to requests happens to each of these. */
  #answerInParts(request: Request, purpose: Purpose, fate: Fate, retryAfter: string) {
    const isVerdict = verdicts.includes(fate)
    const said = this.#announced(reply(isVerdict && purpose !== 'lastPart' ? 'good' : fate, retryAfter))
    if (garbled.includes(fate)) this.uploads.answersOddly(request.url)
    if (!said.stored && !isVerdict) return { ...said, stored: undefined }
    this.witness.brings(request)
    const taken = this.uploads.take(request)
    const isOwn = isVerdict || honest.includes(fate)
    if ('answer' in taken)
      return { ...said, ...(isOwn ? this.#announced({ ...said, answer: taken.answer }) : {}), stored: undefined }
    const { answer } = said
    const final = isOwn && typeof answer !== 'string' ? also(answer, 'Upload-Complete', '?1') : answer
    return { ...said, answer: final, stored: said.stored ? taken.whole : undefined }
  }

  #announced(said: Reply): Reply {
    const { answer } = said
    if (!this.announces || typeof answer === 'string' || answer.text.startsWith('<')) return said
    return { ...said, answer: also(answer, 'Upload-Limit', announcement) }
  }
}

/** What the call says of the whole. */
const verdicts: readonly Fate[] = ['refused', 'asksCode', 'unprocessable422']
/** The provider's own words reach the phone. */
const honest: readonly Fate[] = ['good', 'slow', 'forgets']
/** Words that an upload in parts has no sense for: the portal may begin anew, or send the whole. */
const garbled: readonly Fate[] = [
  'pageAfterStoring',
  'cutJson',
  'cutTransfer',
  'empty204',
  'noStatus',
  'tooLarge413',
  'missing404',
]
