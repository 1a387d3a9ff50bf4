import type { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { type Pace, packetBytes } from './pace.ts'
import type { SlowStart } from './slow-start.ts'

/** One direction of one connection: bytes take their turn on the link, then the delay, and arrive in order. */
export class Lane {
  readonly #to: Socket
  readonly #pace: Pace
  readonly #delay: () => number
  readonly #window: SlowStart
  #arrived: Promise<unknown> = Promise.resolve()

  constructor(to: Socket, pace: Pace, delay: () => number, window: SlowStart) {
    this.#to = to
    this.#pace = pace
    this.#delay = delay
    this.#window = window
  }

  /**
   * Resolves when the next bytes may be read: a slow link is slow for the sender too, beyond the machine's buffers.
   * `arrived` is told of each packet when it is handed over.
   */
  async send(bytes: Buffer, arrived?: (packet: Buffer) => void): Promise<void> {
    let rest = bytes
    // A connection that is gone takes no turn on the link from those that are there.
    while (rest.length > 0 && !this.#to.destroyed) {
      const whole = this.#pace.isFree && this.#window.isOpen
      const packet = rest.subarray(0, whole ? rest.length : packetBytes)
      rest = rest.subarray(packet.length)
      await this.#window.admit(packet.length)
      await this.#pace.pass(packet.length)
      const ms = this.#delay()
      this.#arrived = this.#arrive(packet, ms, this.#arrived, arrived)
      if (ms === 0) await this.#arrived
    }
  }

  async close(): Promise<void> {
    await this.#arrived
    this.#to.end()
  }

  async #arrive(
    packet: Buffer,
    ms: number,
    before: Promise<unknown>,
    arrived: ((packet: Buffer) => void) | undefined,
  ): Promise<void> {
    if (ms > 0) await after(ms)
    await before
    // The receiver's word takes the same way back before the sender may send more.
    if (ms > 0) setTimeout(() => this.#window.confirm(packet.length), ms).unref()
    else this.#window.confirm(packet.length)
    if (this.#to.destroyed) return
    arrived?.(packet)
    // Called back for a socket that is gone, too: its other lane then ends this one.
    await new Promise<void>(done => this.#to.write(packet, () => done()))
  }
}
