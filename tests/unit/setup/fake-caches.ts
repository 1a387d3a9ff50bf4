import { afterEach, beforeEach, vi } from 'vitest'

/** Cache Storage as browsers have it, as far as the portal uses it: by address, and later than it was asked for. */
export class FakeCaches {
  readonly all = new Map<string, Map<string, ArrayBuffer>>()
  /** Bytes that it may hold. */
  room = Number.POSITIVE_INFINITY
  readonly #soon: <T>(work: () => T) => Promise<T>

  constructor(soon?: <T>(work: () => T) => Promise<T>) {
    this.#soon =
      soon ??
      (work =>
        new Promise((resolve, reject) => {
          setImmediate(() => {
            try {
              resolve(work())
            } catch (error) {
              reject(error)
            }
          })
        }))
  }

  has = (name: string) => this.#soon(() => this.all.has(name))
  delete = (name: string) => this.#soon(() => this.all.delete(name))
  open = (name: string) =>
    this.#soon(() => {
      const entries = this.all.get(name) ?? new Map<string, ArrayBuffer>()
      this.all.set(name, entries)
      return this.#cache(entries)
    })

  #cache(entries: Map<string, ArrayBuffer>) {
    const urlOf = (address: string) => new URL(address, 'https://portal.example/register').href
    return {
      keys: () => this.#soon(() => [...entries.keys()].map(url => ({ url }))),
      match: (address: string) =>
        this.#soon(() => {
          const bytes = entries.get(urlOf(address))
          return bytes && { arrayBuffer: () => this.#soon(() => bytes.slice(0)) }
        }),
      put: async (address: string, response: { arrayBuffer(): Promise<ArrayBuffer> }) => {
        const bytes = await response.arrayBuffer()
        return this.#soon(() => {
          if (this.size + bytes.byteLength > this.room) throw new DOMException('', 'QuotaExceededError')
          entries.set(urlOf(address), bytes)
        })
      },
      delete: (address: string) => this.#soon(() => entries.delete(urlOf(address))),
    }
  }

  get size(): number {
    return [...this.entries()].reduce((sum, [, bytes]) => sum + bytes.byteLength, 0)
  }

  /** Every entry of every cache, by its address. */
  *entries(): Generator<[string, ArrayBuffer]> {
    for (const entries of this.all.values()) yield* entries
  }

  /** The first entry whose address has this in it is other bytes. */
  damage(part: string, change: (bytes: ArrayBuffer) => ArrayBuffer | undefined): void {
    for (const entries of this.all.values())
      for (const [url, bytes] of entries)
        if (url.includes(part)) {
          const after = change(bytes)
          if (after) entries.set(url, after)
          else entries.delete(url)
          return
        }
    throw new Error(`The second place has no ${part}.`)
  }
}

/** One for each test of the file; read it when the test runs. */
export function freshCaches(): { now(): FakeCaches } {
  let current = new FakeCaches()
  beforeEach(() => {
    current = new FakeCaches()
    vi.stubGlobal('caches', current)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  return { now: () => current }
}
