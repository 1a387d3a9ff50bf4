/** What a network's smallest unit carries: the share that each connection gets in its turn. */
export const packetBytes = 1400

/** One direction of the link: however many connections share it, together they get its bytes per second. */
export class Pace {
  #rate = Number.POSITIVE_INFINITY
  #queue: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined
  /** What the last timer was late by, in bytes: those to come are not to pay for it. */
  #overshot = 0

  get isFree(): boolean {
    return this.#rate === Number.POSITIVE_INFINITY
  }

  /** Bytes per second; 0 lets nothing through. What is under way goes on at the new rate at once. */
  setRate(bytesPerSecond: number): void {
    this.#rate = bytesPerSecond
    this.#wake()
  }

  /** Resolves once that many bytes have had their turn. */
  pass(bytes: number): Promise<void> {
    if (this.isFree) return this.#queue
    const turn = this.#queue.then(() => this.#spend(bytes))
    this.#queue = turn
    return turn
  }

  async #spend(bytes: number): Promise<void> {
    let left = bytes - this.#overshot
    this.#overshot = 0
    while (left > 0 && !this.isFree) {
      const rate = this.#rate
      const began = performance.now()
      await this.#wait(rate > 0 ? (left / rate) * 1000 : undefined)
      left -= (rate * (performance.now() - began)) / 1000
      // A timer may fire a breath early; that is no reason for another round.
      if (rate > 0 && left < 1) break
    }
    this.#overshot = Math.min(packetBytes, Math.max(0, -left))
  }

  /** Until then, or until the rate is set anew. */
  #wait(ms: number | undefined): Promise<void> {
    return new Promise(resolve => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
