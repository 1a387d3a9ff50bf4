import type { RawReply } from '../../src/core/api/transport.ts'
import type { Owner } from './disk.ts'
import type { Fate, Reply } from './provider.ts'
import type { Request } from './uploads.ts'
import type { World } from './world.ts'

/** What the browser tells the code that sends. */
export interface Hooks {
  progress(sent: number, total: number): void
  left(): void
  answered(answer: RawReply, cut: boolean): void
  failed(): void
}

/** A question is asked by a screen, and waits in no outbox. */
export interface Leaving {
  item?: string
  fate?: Fate
  isQuestion?: boolean
}

/** Whoever wants to know what goes over the wire. */
export interface Witness {
  /** @returns the item that is sent, and what must become of it */
  leaves(request: Request, owner: Owner, othersInFlight: readonly string[]): Leaving
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

/** What comes back, and the body that the provider has stored by then, if it has. */
export type Said = Omit<Reply, 'stored'> & { stored: string | undefined }

/** Who answers at the far end of the line. */
export interface Provider {
  /** Of a request's body so many characters came before its connection was lost. */
  comesPartly(request: Request, came: number): void
  answer(sent: Sent, fate: Fate, retryAfter: string, say: (said: Said) => void): void
}

interface Exchange extends Sent {
  hooks: Hooks
  isQuestion: boolean
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
  /** Of what left last. */
  #arrival = 0

  constructor(
    readonly world: World,
    readonly witness: Witness,
    readonly provider: Provider,
  ) {}

  /** @returns how to give it up */
  send(owner: Owner, request: Request, hooks: Hooks): () => void {
    const others = [...this.#open].filter(other => other.request.method !== 'DELETE' && !other.isQuestion)
    const {
      item,
      fate = this.fates.shift() ?? 'good',
      isQuestion = false,
    } = this.witness.leaves(
      request,
      owner,
      others.map(exchange => exchange.owner.name),
    )
    const exchange: Exchange = { owner, request, item, hooks, isQuestion, left: false }
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
    this.provider.comesPartly(request, this.world.between(0, request.body.length - 1))
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
          // No two in one millisecond: nobody could tell which was the first.
          this.#arrival = Math.max(this.#arrival + 1, world.now + world.between(1, 4_000))
          world.later(this.#arrival - world.now, () => this.#arrive(exchange, fate), 'line')
        })
    })
  }

  #arrive(exchange: Exchange, fate: Fate): void {
    const { world } = this
    const seconds = pauses[world.between(0, pauses.length - 1)] ?? 0
    const asDate = world.chance() < 0.3
    const retryAfter = asDate ? new Date(Math.ceil(world.now / 1000 + seconds) * 1000).toUTCString() : String(seconds)
    this.provider.answer(exchange, fate, retryAfter, said => this.#hear(exchange, fate, said))
  }

  #hear(exchange: Exchange, fate: Fate, { stored, answer, cut = false }: Said): void {
    const { world } = this
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
}
