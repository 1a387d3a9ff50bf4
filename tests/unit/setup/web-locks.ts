/** Web Locks as browsers have them, for tabs in one process: in order, shared, stolen, given up. */

interface Entry {
  name: string
  mode: LockMode
  grant(lock: Lock | null): void
  reject(error: unknown): void
}

export class WebLocks {
  #held: Entry[] = []
  #waiting: Entry[] = []

  request = (name: string, ...more: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]) => {
    const work = more.at(-1) as LockGrantedCallback<unknown>
    const { mode = 'exclusive', ifAvailable, steal, signal } = more.length === 2 ? (more[0] as LockOptions) : {}
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        name,
        mode,
        reject,
        grant: lock => {
          if (lock) this.#held.push(entry)
          // The callback is called in a task of its own.
          setImmediate(async () => {
            try {
              resolve(await work(lock))
            } catch (error) {
              reject(error)
            }
            this.#release(entry)
          })
        },
      }
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.includes(entry)) return
        this.#waiting = this.#waiting.filter(one => one !== entry)
        reject(new DOMException('The request was aborted.', 'AbortError'))
      })
      if (signal?.aborted) return reject(new DOMException('The request was aborted.', 'AbortError'))
      if (steal) {
        for (const one of this.#held.filter(one => one.name === name))
          one.reject(new DOMException('The lock was stolen.', 'AbortError'))
        this.#held = this.#held.filter(one => one.name !== name)
        return entry.grant({ name, mode })
      }
      if (this.#isFree(entry)) entry.grant({ name, mode })
      else if (ifAvailable) entry.grant(null)
      else this.#waiting.push(entry)
    })
  }

  query = async () => ({
    held: this.#held.map(({ name, mode }) => ({ name, mode })),
    pending: this.#waiting.map(({ name, mode }) => ({ name, mode })),
  })

  #isFree({ name, mode }: Entry): boolean {
    const others = this.#held.filter(one => one.name === name)
    return others.length === 0 || (mode === 'shared' && others.every(one => one.mode === 'shared'))
  }

  #release(entry: Entry): void {
    this.#held = this.#held.filter(one => one !== entry)
    for (const next of [...this.#waiting]) {
      if (!this.#isFree(next)) continue
      this.#waiting = this.#waiting.filter(one => one !== next)
      next.grant({ name: next.name, mode: next.mode })
    }
  }
}
