import { vi } from 'vitest'
import type { StoreName } from '../../../src/core/db/connection.ts'

type Read = 'get' | 'getAll' | 'getAllKeys'

/**
 * Reads of this kind fail, as a browser tells it: the request is taken, and its transaction ends.
 * @param fails of the n-th one, counted from 1
 */
export function failingReads(verb: Read, store: StoreName, fails: (nth: number) => boolean) {
  const real = IDBObjectStore.prototype[verb] as (...args: unknown[]) => IDBRequest
  let count = 0
  return vi.spyOn(IDBObjectStore.prototype, verb).mockImplementation(function (
    this: IDBObjectStore,
    ...args: unknown[]
  ) {
    const transaction = this.transaction as IDBTransaction & { _abort(name: string): void }
    if (this.name === store && fails(++count)) queueMicrotask(() => transaction._abort('UnknownError'))
    return real.apply(this, args)
  })
}

/** Each opening fails until `mockRestore`, as where a browser can't read its own files. */
export function failingOpenings(name = 'UnknownError') {
  return vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const error = new DOMException('Internal error opening backing store for indexedDB.open.', name)
    const request = { error } as IDBOpenDBRequest
    setImmediate(() => request.onerror?.(new Event('error')))
    return request
  })
}

/** Requests to open are taken and never answered, until `answer` is called: then each is. */
export function silentOpenings() {
  const open = indexedDB.open.bind(indexedDB)
  const later: (() => void)[] = []
  const spy = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    let real: IDBOpenDBRequest | undefined
    const handlers: Partial<IDBOpenDBRequest> = {}
    later.push(() => {
      real = Object.assign(open(...args), handlers)
    })
    return new Proxy(handlers as IDBOpenDBRequest, { get: (_, name) => Reflect.get(real ?? handlers, name) })
  })
  return {
    answer() {
      spy.mockRestore()
      for (const open of later.splice(0)) open()
    },
  }
}
