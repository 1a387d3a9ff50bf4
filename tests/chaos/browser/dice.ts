import { random } from '../../random.ts'

/** Chance that can be thrown again: the same seed gives the same throws. */
export class Dice {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = random(seed)
  }

  /** In [from, to). */
  between(from: number, to: number): number {
    return from + this.#next() * (to - from)
  }

  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1))
  }

  happens(chance: number): boolean {
    return this.#next() < chance
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0]
  }
}
