import type { Disk } from './device.ts'

type Store = keyof Disk

/** Changes what lies on the disk, past the code under test: `undefined` takes the record away. */
export function damage(store: Store, key: string, change: (record: never) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('portail')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      const transaction = database.transaction(store, 'readwrite')
      const records = transaction.objectStore(store)
      const before = records.get(key)
      before.onsuccess = () => {
        const after = change(before.result as never)
        if (after === undefined) records.delete(key)
        else records.put(after, key)
      }
      transaction.onabort = () => reject(transaction.error)
      transaction.oncomplete = () => {
        database.close()
        resolve()
      }
    }
  })
}

/** Eight letters of a text are other ones. */
export const altered = (text: string): string => text.replace(/"image":"(.{8})/, '"image":"WWWWWWWW')

/** Eight bytes are other ones. */
export function alteredBytes(bytes: ArrayBuffer): ArrayBuffer {
  const copy = new Uint8Array(bytes.slice(0))
  for (let at = 0; at < Math.min(8, copy.length); at++) copy[at] = (copy[at] ?? 0) ^ 0x5a
  return copy.buffer
}
