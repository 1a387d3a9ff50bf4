import type { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { type Pace, packetBytes } from './pace.ts'

/** One direction of one connection: bytes take their turn on the link, then the delay, and arrive in order. */
export class Lane {
  readonly #to: Socket
  readonly #pace: Pace
  readonly #delay: () => number
  #arrived: Promise<unknown> = Promise.resolve()

  constructor(to: Socket, pace: Pace, delay: () => number) {
    this.#to = to
    this.#pace = pace
    this.#delay = delay
  }

  /** Resolves when the next bytes may be read: a slow link is slow for the sender too, beyond the machine's buffers. */
  async send(bytes: Buffer): Promise<void> {
    let rest = bytes
    while (rest.length > 0) {
      const packet = rest.subarray(0, this.#pace.isFree ? rest.length : packetBytes)
      rest = rest.subarray(packet.length)
      await this.#pace.pass(packet.length)
      const ms = this.#delay()
      this.#arrived = this.#arrive(packet, ms, this.#arrived)
      if (ms === 0) await this.#arrived
    }
  }

  async close(): Promise<void> {
    await this.#arrived
    this.#to.end()
  }

  async #arrive(packet: Buffer, ms: number, before: Promise<unknown>): Promise<void> {
    if (ms > 0) await after(ms)
    await before
    // Called back for a socket that is gone, too: its other lane then ends this one.
    await new Promise<void>(done => this.#to.write(packet, () => done()))
  }
}
