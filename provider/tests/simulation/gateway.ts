import type { World } from '../../../tests/model/world.ts'

export interface Message {
  phone: string
  text: string
  code: string
  purpose: 'enrolment' | 'correction'
  /** The minute that the text tells, on the last day that had it. */
  askedAt: number
}

/** What becomes of the next requests. */
export type GatewayTrouble = 'refuses' | 'breaks' | 'hangs'

/**
 * The carrier: takes messages from the provider, and brings them late, sometimes twice, and in any
 * order.
 */
export class Gateway {
  readonly troubles: GatewayTrouble[] = []
  /** True once all is well: then messages come in seconds. */
  isGood = false
  /** What has been taken, by its id. */
  readonly taken = new Map<string, Message>()
  readonly #inboxes = new Map<string, Message[]>()

  constructor(readonly world: World) {}

  /** Newest last. */
  inbox(phone: string): readonly Message[] {
    return this.#inboxes.get(phone) ?? []
  }

  /** In the place of `fetch`. */
  send = (_url: string, { body, signal }: { body: string; signal: AbortSignal }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const trouble = this.troubles.shift()
      signal.addEventListener('abort', () => reject(signal.reason))
      if (trouble === 'hangs') return
      this.world.later(this.world.between(20, 3_000), () => {
        if (trouble === 'breaks') return reject(new TypeError('fetch failed'))
        if (trouble !== 'refuses') this.#take(JSON.parse(body))
        const status = trouble === 'refuses' ? 503 : 202
        resolve({ status, ok: status < 300, body: null, headers: new Headers() })
      })
    })

  #take({ id, to, text }: { id: string; to: string; text: string }): void {
    if (this.taken.has(id)) return
    const code = /\b\d{4}\b/.exec(text)?.[0] ?? ''
    const phone = to.replace('+223', '')
    const purpose = /^Remplacer/.test(text) ? 'correction' : 'enrolment'
    const message: Message = { phone, text, code, purpose, askedAt: askedAt(text, this.world.now) }
    this.taken.set(id, message)
    this.#bring(message)
    if (this.world.chance() < 0.05) this.#bring(message)
  }

  #bring(message: Message): void {
    const { world } = this
    const chance = world.chance()
    const latest = this.isGood || chance < 0.7 ? 20_000 : chance < 0.9 ? 600_000 : 3 * 3_600_000
    world.later(world.between(1_000, latest), () => {
      world.tell(() => `SMS to ${message.phone}: ${message.code}, ${message.purpose}`)
      this.#inboxes.set(message.phone, [...this.inbox(message.phone), message])
    })
  }
}

const dayMs = 86_400_000

function askedAt(text: string, now: number): number {
  const [, hours, minutes] = /à (\d\d) h (\d\d)/.exec(text) ?? []
  const at = Math.floor(now / dayMs) * dayMs + (Number(hours) * 60 + Number(minutes)) * 60_000
  return at > now ? at - dayMs : at
}
