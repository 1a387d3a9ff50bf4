import { vi } from 'vitest'
import type { StoreName } from '../../../src/core/db/connection.ts'

/** No room in these stores, as a browser tells it: the write is taken, and its transaction ends. Undone by `mockRestore`. */
export function fullDisk(...stores: StoreName[]) {
  const put = IDBObjectStore.prototype.put
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const transaction = this.transaction as IDBTransaction & { _abort(name: string): void }
    if (stores.some(name => name === this.name)) queueMicrotask(() => transaction._abort('QuotaExceededError'))
    return put.apply(this, args)
  })
}
