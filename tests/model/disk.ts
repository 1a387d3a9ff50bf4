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
}

/** One IndexedDB for the whole device, seen through a window of each tab's own: who is killed, aborts. */
export class Disk {
  readonly #open = new Map<Owner, Set<Open>>()
  readonly #connections = new Map<Owner, Set<IDBDatabase>>()

  constructor(
    readonly databases: IDBFactory,
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
      try {
        transaction.abort()
      } catch {
        // It is being committed already, and that goes on without the tab.
      }
    }
    for (const database of this.#connections.get(owner) ?? []) {
      database.onversionchange = database.onclose = null
      database.close()
    }
  }

  #watch(database: IDBDatabase, owner: Owner): void {
    this.#connections.get(owner)?.add(database)
    const begin = database.transaction.bind(database)
    database.transaction = (names, mode, options) => {
      const transaction = begin(names, mode, options)
      const open: Open = { transaction, requests: [] }
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
        const store = stores.get(name) ?? watchedStore(storeOf(name), open.requests, writes)
        stores.set(name, store)
        return store
      }
      return transaction
    }
  }
}

function silence(request: IDBRequest, also?: () => void): void {
  request.onsuccess = request.onerror = null
  also?.()
}

function watchedStore(store: IDBObjectStore, requests: IDBRequest[], writes: Write[]): IDBObjectStore {
  const seen = <R extends IDBRequest>(request: R): R => {
    requests.push(request)
    return request
  }
  const { name } = store
  const [put, remove] = [store.put.bind(store), store.delete.bind(store)]
  const [get, getAll, getAllKeys] = [store.get.bind(store), store.getAll.bind(store), store.getAllKeys.bind(store)]
  store.put = (value, key) => {
    writes.push({ store: name, key: String(key), value })
    return seen(put(value, key))
  }
  store.delete = key => {
    writes.push({ store: name, key: String(key), value: undefined })
    return seen(remove(key))
  }
  store.get = key => seen(get(key))
  store.getAll = () => seen(getAll())
  store.getAllKeys = () => seen(getAllKeys())
  return store
}
