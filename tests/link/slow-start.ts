/** TCP's slow start: what may be under way doubles with every round trip, from the first window on. */
export class SlowStart {
  #most: number
  #underWay = 0
  #wake: () => void = () => undefined

  /** @param first bytes that may be under way before anything is confirmed; Infinity: no slow start */
  constructor(first: number) {
    this.#most = first
  }

  get isOpen(): boolean {
    return this.#most === Number.POSITIVE_INFINITY
  }

  /** Resolves once that many more bytes may leave. One sender at a time. */
  async admit(bytes: number): Promise<void> {
    while (this.#underWay > 0 && this.#underWay + bytes > this.#most) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    this.#underWay += bytes
  }

  /** The far end has said that it has them. */
  confirm(bytes: number): void {
    this.#underWay -= bytes
    this.#most += bytes
    this.#wake()
  }
}
