import type { UseStore } from 'idb-keyval'

/** One database for everything that must outlive the page; nobody else opens one. */
const databaseName = 'portail'
const databaseVersion = 1

/**
 * - `dossiers`: a student's answers, by dossier id
 * - `originals`: the picked file's bytes until it has been prepared, by `dossier/document`
 * - `queue`: what the screen needs of each pending request, by item id; never a photo
 * - `payloads`: the frozen body of each pending request, by item id
 * - `kept`: the provider's last replies that serve without a network
 */
export const storeNames = ['dossiers', 'originals', 'queue', 'payloads', 'kept'] as const
export type StoreName = (typeof storeNames)[number]

let connection: Promise<IDBDatabase> | undefined
let opening: Promise<void> | undefined
let departure = Promise.resolve()
/** An upgrade waits for another tab. Opening again would wait behind it, and say nothing. */
let blocked = false

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.onupgradeneeded = () => {
      if (request.transaction) underWay(request.transaction)
      for (const name of storeNames)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name)
    }
    request.onsuccess = () => {
      const database = request.result
      // A newer build in another tab must not be blocked by this one.
      database.onversionchange = () => {
        connection = undefined
        database.close()
      }
      database.onclose = () => {
        connection = undefined
      }
      // The other tab has let go at last: whoever was told "blocked" finds it open the next time.
      if (blocked) connection = Promise.resolve(database)
      blocked = false
      resolve(database)
    }
    request.onerror = () => {
      blocked = false
      reject(request.error)
    }
    request.onblocked = () => {
      blocked = true
      reject(blockedError())
    }
  })
}

const blockedError = () => new DOMException('Another tab holds an older database open.', 'BlockedError')

async function connect(): Promise<IDBDatabase> {
  if (blocked) throw blockedError()
  if (!connection) {
    connection = departure.then(open).catch(error => {
      connection = undefined
      throw error
    })
    const done = () => {
      opening = undefined
    }
    opening = connection.then(done, done)
  }
  return connection
}

/** While the stores are opened, and at the first visit made; it never rejects. */
export const whileOpening = () => opening

/** Stores that are not open yet are not opened before. */
export function openNotBefore(stays: Promise<void>): void {
  departure = stays
}

/** Under way, and neither read to its end nor committed. */
const unfinished = new Set<IDBTransaction>()
/** While the page is left, and may come back: whatever else it wants of the disk waits for that. */
let absence: Promise<void> | undefined

function underWay(transaction: IDBTransaction): void {
  unfinished.add(transaction)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => unfinished.delete(transaction))
}

/**
 * WebKit keeps a page that is left for the way back and stops it as it stands: a transaction that is not finished holds
 * its stores, and every later page waits for it. So all of them end here, and none begins.
 * @param untilBack resolves when the page comes back
 * @returns whether anything was given up
 */
export function letGo(untilBack: Promise<void>): boolean {
  absence = untilBack.then(() => {
    absence = undefined
  })
  const given = unfinished.size > 0
  for (const transaction of unfinished) abort(transaction)
  return given
}

async function beginWhileHere(names: readonly StoreName[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  if (absence) await absence
  const transaction = await begin(names, mode)
  underWay(transaction)
  return transaction
}

/** iOS closes connections behind our back (WebKit 197050): a transaction that can't begin is tried on a new one. */
async function begin(names: readonly StoreName[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  const options = { durability: 'strict' } as const
  const database = await connect()
  try {
    return database.transaction(names, mode, options)
  } catch {
    connection = undefined
    return (await connect()).transaction(names, mode, options)
  }
}

/** A store for idb-keyval's verbs, on our one connection, with what is written truly on the disk. */
export function storeOf(name: StoreName): UseStore {
  return async (mode, callback) => callback((await beginWhileHere([name], mode)).objectStore(name))
}

type Stores<N extends StoreName> = Record<N, IDBObjectStore>

/**
 * Reads and writes several stores, all or nothing; resolves when it is on the disk.
 * `work` waits for its own requests (idb-keyval's `promisifyRequest`) and for nothing else: the browser would commit
 * what was asked so far.
 */
export async function transact<N extends StoreName, R>(
  names: readonly N[],
  work: (stores: Stores<N>) => Promise<R>,
): Promise<R> {
  return run(await beginWhileHere(names, 'readwrite'), names, work)
}

/**
 * Like `transact`, for work that reads nothing: it issues all its requests at once, so that a browser that is killed, or a
 * page that is being left, keeps what was committed before its next task.
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
    const stores = Object.fromEntries(names.map(name => [name, transaction.objectStore(name)])) as Stores<N>
    const result = await work(stores)
    // Not left to the browser: a page that is killed in its next task has it all the same.
    transaction.commit?.()
    return result
  }
  try {
    const [result] = await Promise.all([worked(), done])
    return result
  } catch (error) {
    // What was asked for before the fault would be committed without the rest.
    abort(transaction)
    await done.catch(() => undefined)
    // A full disk says so here; the requests that it has ended say only that they were ended.
    throw transaction.error ?? error
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}

function settled(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('The write was given up.', 'AbortError'))
  })
}
