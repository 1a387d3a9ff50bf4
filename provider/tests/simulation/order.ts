import type { World } from '../../../tests/model/world.ts'

interface Asked {
  of: string
  value: string
  came: number
  isAcknowledged: boolean
}

/**
 * What has come to the provider, and when: the newest that was acknowledged must stand, whoever
 * waited longer.
 */
export class Order {
  readonly #asked: Asked[] = []
  #jumpedAt = Number.NEGATIVE_INFINITY

  constructor(readonly world: World) {}

  /**
   * @param of whose, and which document or `answers`
   * @returns to be called once it is acknowledged; true where nothing newer was
   */
  comes(of: string, value: string): () => boolean {
    const asked = { of, value, came: this.world.now, isAcknowledged: false }
    this.#asked.push(asked)
    return () => {
      asked.isAcknowledged = true
      return asked.came === this.#newest(of)
    }
  }

  get hasJumped(): boolean {
    return this.#jumpedAt > Number.NEGATIVE_INFINITY
  }

  /** The provider's clock: nothing tells it any more what came before that. */
  jumps(): void {
    this.#jumpedAt = this.world.now
  }

  verify(of: string, stands: string): void {
    const came = Math.max(...this.#asked.filter(one => one.of === of && one.value === stands).map(one => one.came))
    if (came < this.#newest(of) && came > this.#jumpedAt)
      this.world.violated(`(17) of ${of} stands ${stands}, and what came later was acknowledged`)
  }

  #newest(of: string): number {
    return Math.max(...this.#asked.filter(one => one.of === of && one.isAcknowledged).map(({ came }) => came))
  }
}
