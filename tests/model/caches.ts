type Later = (ms: number, run: () => void, lane?: string) => void

/** One Cache Storage for the whole device: what a tab that is killed had not finished never happened. */
export class Caches {
  readonly all = new Map<string, Map<string, ArrayBuffer>>()

  /** @param later of the tab that sees it: nothing happens once that is dead */
  seenBy(later: Later, delay: () => number) {
    const soon = <T>(work: () => T): Promise<T> =>
      new Promise(resolve => later(delay(), () => resolve(work()), 'caches'))
    return {
      has: (name: string) => soon(() => this.all.has(name)),
      delete: (name: string) => soon(() => this.all.delete(name)),
      open: (name: string) =>
        soon(() => {
          const entries = this.all.get(name) ?? new Map<string, ArrayBuffer>()
          this.all.set(name, entries)
          return cacheOf(entries, soon)
        }),
    }
  }

  /** Every entry, by its address. */
  entries(): [string, ArrayBuffer][] {
    return [...this.all.values()].flatMap(entries => [...entries])
  }
}

function cacheOf(entries: Map<string, ArrayBuffer>, soon: <T>(work: () => T) => Promise<T>) {
  const urlOf = (address: string) => new URL(address, 'https://portal.example/').href
  return {
    keys: () => soon(() => [...entries.keys()].map(url => ({ url }))),
    match: (address: string) =>
      soon(() => {
        const bytes = entries.get(urlOf(address))
        return bytes && { arrayBuffer: () => soon(() => bytes.slice(0)) }
      }),
    async put(address: string, response: Response): Promise<void> {
      const bytes = await response.arrayBuffer()
      await soon(() => entries.set(urlOf(address), bytes))
    },
    delete: (address: string) => soon(() => entries.delete(urlOf(address))),
  }
}
