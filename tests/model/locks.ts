import type { Owner } from './disk.ts'
import type { World } from './world.ts'

type Work = (lock: object | null) => unknown
type Options = { ifAvailable?: true; steal?: true; signal?: AbortSignal }

interface Waiter {
  name: string
  owner: Owner
  run(): void
}

interface Holder {
  name: string
  owner: Owner
  /** Another one has taken the lock. */
  rob(): void
}

/** Web Locks as docs/platform.md describes them: across tabs and worker, in order, let go when a process ends. */
export class Locks {
  readonly #holders = new Map<string, Holder>()
  #waiting: Waiter[] = []

  constructor(readonly world: World) {}

  seenBy(owner: Owner) {
    return {
      request: (name: string, options: Options, work: Work) =>
        new Promise<unknown>((resolve, reject) => {
          const aborted = () => reject(new DOMException('The lock is not this one’s any more.', 'AbortError'))
          const run = () => {
            const holder = { name, owner, rob: aborted }
            this.#holders.set(name, holder)
            Promise.resolve(work({ name }))
              .finally(() => this.world.later(0, () => this.#letGo(holder)))
              .then(resolve, reject)
          }
          const waiter = { name, owner, run }
          options.signal?.addEventListener('abort', () => {
            this.#waiting = this.#waiting.filter(one => one !== waiter)
            // A lock that is held already is not given up by that.
            aborted()
          })
          this.world.later(0, () => {
            if (!owner.alive || options.signal?.aborted) return
            const holder = this.#holders.get(name)
            if (options.steal) holder?.rob()
            if (!holder || options.steal) run()
            else if (options.ifAvailable) resolve(work(null))
            else this.#waiting.push(waiter)
          })
        }),
      query: async () => ({
        pending: this.#waiting.filter(({ owner }) => owner.alive).map(({ name }) => ({ name })),
      }),
    }
  }

  /** Its process has ended. */
  letGo(owner: Owner): void {
    for (const holder of [...this.#holders.values()]) if (holder.owner === owner) this.#letGo(holder)
  }

  #letGo(holder: Holder): void {
    const { name } = holder
    if (this.#holders.get(name) !== holder) return
    this.#holders.delete(name)
    for (const next of this.#waiting.filter(waiter => waiter.name === name)) {
      if (this.#holders.has(name)) return
      this.#waiting = this.#waiting.filter(one => one !== next)
      if (next.owner.alive) next.run()
    }
  }
}
