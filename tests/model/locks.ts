import type { Owner } from './disk.ts'
import type { World } from './world.ts'

/** Web Locks as docs/platform.md describes them: across tabs and worker, let go when a process ends. */
export class Locks {
  #holder: Owner | undefined

  constructor(readonly world: World) {}

  seenBy(owner: Owner) {
    return {
      request: (_name: string, options: { ifAvailable: true }, work: (lock: object | null) => unknown) =>
        new Promise<unknown>((resolve, reject) => {
          if (!options.ifAvailable) throw new Error('Waiting for a lock is not modelled.')
          this.world.later(0, () => {
            if (!owner.alive) return
            if (this.#holder) return resolve(work(null))
            this.#holder = owner
            Promise.resolve(work({}))
              .finally(() => this.world.later(0, () => this.letGo(owner)))
              .then(resolve, reject)
          })
        }),
    }
  }

  letGo(owner: Owner): void {
    if (this.#holder === owner) this.#holder = undefined
  }
}
