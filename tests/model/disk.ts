import type { World } from './world.ts'

/** A tab or the worker, as long as it lives. */
export interface Owner {
  readonly name: string
  alive: boolean
}

export interface Write {
  store: string
  key: string
  /** Undefined: deleted. */
  value: unknown
}

interface Open {
  transaction: IDBTransaction
  requests: IDBRequest[]
  /** Called with each request. */
  asked(): void
}

/** One IndexedDB for the whole device, seen through a window of each tab's own: who is killed, aborts. */
export class Disk {
  readonly #open = new Map<Owner, Set<Open>>()
  readonly #connections = new Map<Owner, Set<IDBDatabase>>()
  /** So many of the next looks at the queue fail, as on a phone that closes connections behind our back. */
  failures = 0
  /** How many have failed so far. */
  failed = 0

  constructor(
    readonly databases: IDBFactory,
    readonly world: World,
    /** Told once the writes are on the disk, before the tab that wrote them. */
    readonly committed: (writes: readonly Write[], owner: Owner) => void,
  ) {}

  seenBy(owner: Owner): Pick<IDBFactory, 'open'> {
    this.#open.set(owner, new Set())
    this.#connections.set(owner, new Set())
    return {
      open: (name, version) => {
        const request = this.databases.open(name, version)
        request.addEventListener('upgradeneeded', () => {
          if (owner.alive) return
          request.onupgradeneeded = null
          request.transaction?.abort()
        })
        request.addEventListener('success', () => {
          if (owner.alive) this.#watch(request.result, owner)
          else silence(request, () => request.result.close())
        })
        request.addEventListener('error', () => {
          if (!owner.alive) silence(request)
        })
        return request
      },
    }
  }

  /** The process of this tab is gone: what it had not finished writing never happened. */
  cut(owner: Owner): void {
    for (const { transaction, requests } of this.#open.get(owner) ?? []) {
      transaction.oncomplete = transaction.onabort = transaction.onerror = null
      for (const request of requests) silence(request)
      // What is being committed already goes on without the tab.
      abort(transaction)
    }
    for (const database of this.#connections.get(owner) ?? []) {
      database.onversionchange = database.onclose = null
      database.close()
    }
  }

  /** What the portal may report, since the disk is to blame: also one that fails until the portal waits no longer. */
  excuses(error: unknown): boolean {
    return this.failed > 0 && error instanceof DOMException && /^(?:Abort|Timeout)Error$/.test(error.name)
  }

  /** With its first request, or with the last just before it would be committed. */
  #fail(transaction: IDBTransaction): () => void {
    this.failures--
    this.failed++
    if (this.world.chance() < 0.5) return () => queueMicrotask(() => abort(transaction))
    this.world.later(0, () => abort(transaction), 'disk')
    return () => {}
  }

  #watch(database: IDBDatabase, owner: Owner): void {
    this.#connections.get(owner)?.add(database)
    const begin = database.transaction.bind(database)
    database.transaction = (names, mode, options) => {
      const transaction = begin(names, mode, options)
      // What the student keeps at this moment is another matter: it fails before their eyes.
      const scope = transaction.objectStoreNames
      const fails = this.failures > 0 && scope.contains('queue') && !scope.contains('sourceFiles')
      const asked = fails ? this.#fail(transaction) : () => {}
      const open: Open = { transaction, requests: [], asked }
      const writes: Write[] = []
      this.#open.get(owner)?.add(open)
      transaction.addEventListener('complete', () => {
        this.#open.get(owner)?.delete(open)
        if (writes.length > 0) this.committed(writes, owner)
      })
      transaction.addEventListener('abort', () => this.#open.get(owner)?.delete(open))
      const storeOf = transaction.objectStore.bind(transaction)
      const stores = new Map<string, IDBObjectStore>()
      transaction.objectStore = name => {
        const store = stores.get(name) ?? watchedStore(storeOf(name), open, writes)
        stores.set(name, store)
        return store
      }
      return transaction
    }
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
  }
}

function silence(request: IDBRequest, also?: () => void): void {
  request.onsuccess = request.onerror = null
  also?.()
}

function watchedStore(store: IDBObjectStore, { requests, asked }: Open, writes: Write[]): IDBObjectStore {
  const seen = <R extends IDBRequest>(request: R): R => {
    requests.push(request)
    asked()
    return request
  }
  const { name } = store
  const [put, remove] = [store.put.bind(store), store.delete.bind(store)]
  const [get, count] = [store.get.bind(store), store.count.bind(store)]
  const [getAll, getAllKeys] = [store.getAll.bind(store), store.getAllKeys.bind(store)]
  store.put = (value, key) => {
    writes.push({ store: name, key: String(key), value })
    return seen(put(value, key))
  }
  store.delete = key => {
    writes.push({ store: name, key: String(key), value: undefined })
    return seen(remove(key))
  }
  store.get = key => seen(get(key))
  store.count = key => seen(count(key))
  store.getAll = () => seen(getAll())
  store.getAllKeys = () => seen(getAllKeys())
  return store
}
