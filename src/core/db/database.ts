import type { UseStore } from 'idb-keyval'
import { createSignal } from '../platform/signals.ts'
import { closeConnection, connect, persist, type StoreName } from './connection.ts'
import { abortTransaction, pendingReturn, trackTransaction } from './transactions.ts'

async function beginWhileHere(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
): Promise<IDBTransaction> {
  await pendingReturn()
  const transaction = await begin(names, mode)
  trackTransaction(transaction)
  return transaction
}

/** A transaction that can't begin is tried on a new connection. */
async function begin(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
): Promise<IDBTransaction> {
  const options = { durability: 'strict' } as const
  const database = await connect()
  try {
    return database.transaction(names, mode, options)
  } catch {
    closeConnection()
    return (await connect()).transaction(names, mode, options)
  }
}

/** For lists, of which screens are made: what is unread must not look empty. */
const untilAnswered = Number.POSITIVE_INFINITY
/** How often a read is tried again. */
export const readTries = 4

/** What writes has no second try: the student may have done something else before that. */
const answerOf = <R>(work: () => Promise<R>, most: number): Promise<R> =>
  persist(
    () =>
      work().catch(error => {
        closeConnection()
        throw error
      }),
    most,
  )

/**
 * A store for idb-keyval's functions, on the one connection and with strict durability.
 * @param isList it is read until the disk answers
 */
export function storeOf(
  name: StoreName,
  isList = name === 'dossiers' || name === 'queue',
): UseStore {
  return (mode, callback) =>
    answerOf(
      async () => callback((await beginWhileHere([name], mode)).objectStore(name)),
      mode === 'readonly' ? (isList ? untilAnswered : readTries) : 0,
    )
}

type Stores<N extends StoreName> = Record<N, IDBObjectStore>

/** What a transaction has written, by store and key; undefined for what it has deleted. */
type Changed = Map<StoreName, Map<string, unknown>>
const written = createSignal<Changed>()
/** Calls back once changes are on the disk, before whoever made them goes on. */
export const onWritten = written.listen

function noting(store: IDBObjectStore, name: StoreName, changed: Changed): IDBObjectStore {
  const note = (key: unknown, value?: unknown) => {
    if (typeof key === 'string') changed.set(name, (changed.get(name) ?? new Map()).set(key, value))
  }
  const [put, remove] = [store.put.bind(store), store.delete.bind(store)]
  store.put = (value, key) => {
    note(key, value)
    return put(value, key)
  }
  store.delete = key => {
    note(key)
    return remove(key)
  }
  return store
}

let giveWay = async (): Promise<boolean> => false

/** @param way frees room on a full device; false where there is none to free */
export function setGiveWay(way: typeof giveWay): void {
  giveWay = way
}

const withRoom = <R>(work: () => Promise<R>): Promise<R> =>
  work().catch(async error => {
    if (storageTrouble(error) === 'full' && (await giveWay())) return work()
    throw error
  })

/**
 * Reads and writes several stores, all or nothing; resolves when it is on the disk. `work` may
 * await only its own requests (idb-keyval's `promisifyRequest`): if it awaited anything else, the
 * browser would commit what was requested so far.
 */
export async function transact<N extends StoreName, R>(
  names: readonly N[],
  work: (stores: Stores<N>) => Promise<R>,
): Promise<R> {
  return answerOf(
    () => withRoom(async () => run(await beginWhileHere(names, 'readwrite'), names, work)),
    0,
  )
}

/** Like `transact`, for work that only reads: no other reader waits for it. */
export function readTogether<N extends StoreName, R>(
  names: readonly N[],
  work: (stores: Stores<N>) => Promise<R>,
  most = readTries,
): Promise<R> {
  return answerOf(async () => run(await beginWhileHere(names, 'readonly'), names, work), most)
}

/**
 * Like `transact`, for work that reads nothing. It issues and commits all its requests at once,
 * also while the page is being left: the write survives even if the page or the browser is killed
 * in the next task.
 */
export async function writeTogether<N extends StoreName>(
  names: readonly N[],
  work: (stores: Stores<N>) => void,
): Promise<void> {
  return answerOf(() => withRoom(async () => run(await begin(names, 'readwrite'), names, work)), 0)
}

async function run<N extends StoreName, R>(
  transaction: IDBTransaction,
  names: readonly N[],
  work: (stores: Stores<N>) => R | Promise<R>,
): Promise<R> {
  const done = settled(transaction)
  const changed: Changed = new Map()
  const worked = async () => {
    const stores = Object.fromEntries(
      names.map(name => [name, noting(transaction.objectStore(name), name, changed)]),
    ) as Stores<N>
    const result = await work(stores)
    // Commit now instead of waiting for the browser: the write survives a page that is killed in
    // its next task.
    transaction.commit?.()
    return result
  }
  try {
    const [result] = await Promise.all([worked(), done])
    if (changed.size > 0) written.tell(changed)
    return result
  } catch (error) {
    // Otherwise the browser would commit the requests before the fault without the rest.
    abortTransaction(transaction)
    await done.catch(() => undefined)
    // Only the transaction's own error names a full disk; the requests that it aborted report no
    // more than the abort.
    throw transaction.error ?? error
  }
}

function settled(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The write was given up.', 'AbortError'))
  })
}

/**
 * Why the device did not store something; each has a message for the student, so that no failed
 * write goes unseen.
 */
export type StorageTrouble = 'full' | 'outdated' | 'locked' | 'forbidden' | 'silent' | 'unreadable'

export function storageTrouble(error: unknown): StorageTrouble {
  const { name, message } = (error ?? {}) as Partial<Error>
  if (name === 'QuotaExceededError') return 'full'
  if (name === 'VersionError') return 'outdated'
  if (name === 'LockedError') return 'locked'
  // Chromium and older private windows of Firefox give this one the name of a fault.
  if (name === 'SecurityError' || /denied|mutation/.test(message ?? '')) return 'forbidden'
  return 'unreadable'
}
