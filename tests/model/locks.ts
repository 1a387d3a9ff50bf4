import type { Owner } from './disk.ts'
import type { World } from './world.ts'

type Work = (lock: object | null) => unknown
type Options = { ifAvailable?: true; steal?: true; signal?: AbortSignal }

interface Waiter {
  owner: Owner
  run(): void
}

interface Holder {
  owner: Owner
  /** Another one has taken the lock. */
  rob(): void
}

/** Web Locks as docs/platform.md describes them: across tabs and worker, in order, let go when a process ends. */
export class Locks {
  #holder: Holder | undefined
  #waiting: Waiter[] = []

  constructor(readonly world: World) {}

  seenBy(owner: Owner) {
    return {
      request: (name: string, options: Options, work: Work) =>
        new Promise<unknown>((resolve, reject) => {
          const aborted = () => reject(new DOMException('The lock is not this one’s any more.', 'AbortError'))
          const run = () => {
            const holder = { owner, rob: aborted }
            this.#holder = holder
            Promise.resolve(work({ name }))
              .finally(() => this.world.later(0, () => this.#letGo(holder)))
              .then(resolve, reject)
          }
          const waiter = { owner, run }
          options.signal?.addEventListener('abort', () => {
            this.#waiting = this.#waiting.filter(one => one !== waiter)
            // A lock that is held already is not given up by that.
            aborted()
          })
          this.world.later(0, () => {
            if (!owner.alive || options.signal?.aborted) return
            if (options.steal) this.#holder?.rob()
            if (!this.#holder || options.steal) run()
            else if (options.ifAvailable) resolve(work(null))
            else this.#waiting.push(waiter)
          })
        }),
      query: async () => ({
        pending: this.#waiting.filter(({ owner }) => owner.alive).map(() => ({ name: 'outbox' })),
      }),
    }
  }

  /** Its process has ended. */
  letGo(owner: Owner): void {
    if (this.#holder?.owner === owner) this.#letGo(this.#holder)
  }

  #letGo(holder: Holder): void {
    if (this.#holder !== holder) return
    this.#holder = undefined
    while (!this.#holder && this.#waiting.length > 0) {
      const next = this.#waiting.shift()
      if (next?.owner.alive) next.run()
    }
  }
}
