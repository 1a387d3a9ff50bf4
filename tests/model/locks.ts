import type { Owner } from './disk.ts'
import type { World } from './world.ts'

type Work = (lock: object | null) => unknown

interface Waiter {
  owner: Owner
  run(): void
}

/** Web Locks as docs/platform.md describes them: across tabs and worker, in order, let go when a process ends. */
export class Locks {
  #holder: Owner | undefined
  readonly #waiting: Waiter[] = []

  constructor(readonly world: World) {}

  seenBy(owner: Owner) {
    return {
      request: (name: string, options: { ifAvailable: true } | Work, work?: Work) =>
        new Promise<unknown>((resolve, reject) => {
          const wanted = typeof options === 'function' ? options : work
          const run = () => {
            this.#holder = owner
            Promise.resolve(wanted?.({ name }))
              .finally(() => this.world.later(0, () => this.letGo(owner)))
              .then(resolve, reject)
          }
          this.world.later(0, () => {
            if (!owner.alive) return
            if (!this.#holder) run()
            else if (typeof options === 'function') this.#waiting.push({ owner, run })
            else resolve(work?.(null))
          })
        }),
      query: async () => ({
        pending: this.#waiting.filter(({ owner }) => owner.alive).map(() => ({ name: 'outbox' })),
      }),
    }
  }

  letGo(owner: Owner): void {
    if (this.#holder !== owner) return
    this.#holder = undefined
    while (!this.#holder && this.#waiting.length > 0) {
      const next = this.#waiting.shift()
      if (next?.owner.alive) next.run()
    }
  }
}
