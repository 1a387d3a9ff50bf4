import type { UseStore } from 'idb-keyval'
import { abort, connect, onDisk, pageBack, reconnect, type StoreName, underWay } from './connection.ts'

async function beginWhileHere(names: readonly StoreName[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  await pageBack()
  const transaction = await begin(names, mode)
  underWay(transaction)
  return transaction
}

/** A transaction that can't begin is tried on a new connection. */
async function begin(names: readonly StoreName[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  const options = { durability: 'strict' } as const
  const stores = names.map(name => onDisk[name])
  const database = await connect()
  try {
    return database.transaction(stores, mode, options)
  } catch {
    return (await reconnect()).transaction(stores, mode, options)
  }
}

/** A store for idb-keyval's functions, on the one connection and with strict durability. */
export function storeOf(name: StoreName): UseStore {
  return async (mode, callback) => callback((await beginWhileHere([name], mode)).objectStore(onDisk[name]))
}

type Stores<N extends StoreName> = Record<N, IDBObjectStore>

/**
 * Reads and writes several stores, all or nothing; resolves when it is on the disk.
 * `work` may await only its own requests (idb-keyval's `promisifyRequest`): if it awaited anything else, the browser
 * would commit what was requested so far.
 */
export async function transact<N extends StoreName, R>(
  names: readonly N[],
  work: (stores: Stores<N>) => Promise<R>,
): Promise<R> {
  return run(await beginWhileHere(names, 'readwrite'), names, work)
}

/**
 * Like `transact`, for work that reads nothing. It issues and commits all its requests at once, also while the page is
 * being left: the write survives even if the page or the browser is killed in the next task.
 */
export async function writeTogether<N extends StoreName>(
  names: readonly N[],
  work: (stores: Stores<N>) => void,
): Promise<void> {
  return run(await begin(names, 'readwrite'), names, work)
}

async function run<N extends StoreName, R>(
  transaction: IDBTransaction,
  names: readonly N[],
  work: (stores: Stores<N>) => R | Promise<R>,
): Promise<R> {
  const done = settled(transaction)
  const worked = async () => {
    const stores = Object.fromEntries(names.map(name => [name, transaction.objectStore(onDisk[name])])) as Stores<N>
    const result = await work(stores)
    // Commit now instead of waiting for the browser: the write survives a page that is killed in its next task.
    transaction.commit?.()
    return result
  }
  try {
    const [result] = await Promise.all([worked(), done])
    return result
  } catch (error) {
    // Otherwise the browser would commit the requests before the fault without the rest.
    abort(transaction)
    await done.catch(() => undefined)
    // Only the transaction's own error names a full disk; the requests that it aborted report no more than the abort.
    throw transaction.error ?? error
  }
}

function settled(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('The write was given up.', 'AbortError'))
  })
}

/** Why the device did not store something; each has a message for the student, so that no failed write goes unseen. */
export type StorageTrouble = 'full' | 'blocked' | 'outdated' | 'locked' | 'unavailable'

export function storageTrouble(error: unknown): StorageTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  if (name === 'BlockedError') return 'blocked'
  if (name === 'VersionError') return 'outdated'
  if (name === 'LockedError') return 'locked'
  return 'unavailable'
}
