import type { RawReply } from '../../src/core/api/transport.ts'
import type { Owner } from './disk.ts'
import { type Fate, type Reply, reply } from './provider.ts'
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
  leaves(body: string, owner: Owner, othersInFlight: readonly string[]): { item?: string; fate?: Fate }
  arrives(body: string): void
  isAnswered(sent: Sent, answer: RawReply, cut: boolean): void
}

export interface Sent {
  owner: Owner
  body: string
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
  ) {}

  /** @returns how to give it up */
  send(owner: Owner, body: string, hooks: Hooks): () => void {
    const others = [...this.#open].map(exchange => exchange.owner.name)
    const { item, fate = this.fates.shift() ?? 'good' } = this.witness.leaves(body, owner, others)
    const exchange: Exchange = { owner, body, item, hooks, left: false }
    this.#open.add(exchange)
    if (!this.antenna) this.#fail(exchange, 20)
    else if (fate === 'unreachable') this.#fail(exchange, 3_000)
    else this.#upload(exchange, fate)
    return () => this.#open.delete(exchange)
  }

  cut(owner: Owner): void {
    for (const exchange of this.#open) if (exchange.owner === owner) this.#open.delete(exchange)
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
    const { body, hooks } = exchange
    const part = () => (fate === 'slow' ? 40_000 : world.between(1, 1_500))
    this.#when(exchange, part(), () => {
      hooks.progress(Math.floor(body.length / 2), body.length)
      if (fate === 'halfBody') this.#fail(exchange, 1_000)
      else if (fate !== 'stalls')
        this.#when(exchange, part(), () => {
          if (!this.antenna) return
          exchange.left = true
          hooks.progress(body.length, body.length)
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
    const { stored, answer, cut = false }: Reply = reply(fate, retryAfter)
    world.tell(() => `provider: ${fate}${stored ? ', stored' : ''}`)
    if (stored) this.witness.arrives(exchange.body)
    if (answer === 'lost') this.#fail(exchange, 2_000)
    else if (answer !== 'none')
      this.#when(exchange, world.between(1, 2_000), () => {
        this.#open.delete(exchange)
        this.witness.isAnswered(exchange, answer, cut)
        exchange.hooks.answered(answer, cut)
      })
  }
}
