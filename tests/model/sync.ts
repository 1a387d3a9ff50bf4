import type { World } from './world.ts'

/** A sync gets three tries, each further from the last (docs/platform.md, "Sending"). */
const pausesMs = [300_000, 900_000]

/** Chromium's Background Sync: one tag, waiting for the network or being fired. */
export class BackgroundSync {
  #registration: { tries: number; firing: boolean; again: boolean } | undefined

  constructor(
    readonly world: World,
    readonly isOnline: () => boolean,
    /** Undefined while another event keeps the worker busy. */
    readonly fire: (lastChance: boolean, ended: (sent: boolean) => void) => 'begun' | 'busy',
  ) {}

  readonly manager = {
    register: (): void => {
      // What is registered while it is being fired is fired once more, and its tries begin anew.
      if (this.#registration) this.#registration.again = this.#registration.firing
      else {
        this.#registration = { tries: 0, firing: false, again: false }
        this.networkIsBack()
      }
    },
    getTags: (): string[] => (this.#registration ? ['outbox'] : []),
  }

  networkIsBack(): void {
    this.#soon(this.world.between(0, 2_000))
  }

  #soon(ms: number): void {
    const registration = this.#registration
    this.world.later(ms, () => {
      if (!registration || this.#registration !== registration || registration.firing || !this.isOnline()) return
      const pause = pausesMs[registration.tries]
      const started = this.fire(pause === undefined, sent => {
        registration.firing = false
        if (registration.again) {
          this.#registration = { tries: 0, firing: false, again: false }
          this.networkIsBack()
        } else if (sent || pause === undefined) this.#registration = undefined
        else this.#soon(pause)
      })
      if (started === 'busy') return this.#soon(1_000)
      registration.firing = true
      registration.tries++
    })
  }
}
