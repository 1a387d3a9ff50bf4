/** Transactions that have begun and have neither completed nor aborted. */
const unfinished = new Set<IDBTransaction>()
/** Set from pagehide until the page is shown again: new transactions wait for it. */
let absence: Promise<void> | undefined

export function underWay(transaction: IDBTransaction): void {
  unfinished.add(transaction)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => unfinished.delete(transaction))
}

/**
 * WebKit keeps a page that is left in its back/forward cache and freezes it: an unfinished transaction keeps its stores
 * locked, and every later page waits for it. So `abortAllUntil` aborts all of them, and none begins until the page is back.
 * @param untilBack resolves when the page comes back
 * @returns whether any transaction was aborted
 */
export function abortAllUntil(untilBack: Promise<void>): boolean {
  absence = untilBack.then(() => {
    absence = undefined
  })
  const given = unfinished.size > 0
  for (const transaction of unfinished) abort(transaction)
  return given
}

export const pageBack = (): Promise<void> | undefined => absence

export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}

/** One database for everything that must outlive the page; no other module opens one. */
const databaseName = 'portail'
const databaseVersion = 1

/**
 * The stores, by their names on phones. These names never change, or a later build would not find the data.
 * - `dossiers`: a student's answers, by dossier id
 * - `originals`: the picked file's bytes until it has been prepared, by `dossier/document`
 * - `queue`: what the screen needs of each pending request, by item id; never a photo
 * - `payloads`: the frozen body of each pending request, by item id
 * - `device`: what the device itself knows, see device-store.ts; on disk `kept`, as at first it held only kept replies
 */
export const onDisk = {
  dossiers: 'dossiers',
  originals: 'originals',
  queue: 'queue',
  payloads: 'payloads',
  device: 'kept',
} as const
export type StoreName = keyof typeof onDisk
export const storeNames = Object.keys(onDisk) as StoreName[]

let connection: Promise<IDBDatabase> | undefined
let opening: Promise<void> | undefined
let departure = Promise.resolve()
/** A database upgrade waits for another tab. A second open request would wait behind it without any event. */
let blocked = false

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.onupgradeneeded = () => {
      if (request.transaction) underWay(request.transaction)
      for (const name of Object.values(onDisk))
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
      // The other tab has closed its connection: callers that got a "blocked" error find this one open next time.
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

export async function connect(): Promise<IDBDatabase> {
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

/** Resolves when opening (on the first visit: creating) the database has ended, also in failure; else undefined. */
export const whileOpening = () => opening

/** If the database is not open yet, it is not opened before this promise resolves. */
export function openNotBefore(stays: Promise<void>): void {
  departure = stays
}

/** iOS closes connections without notice (WebKit 197050): a transaction that can't begin opens a new one. */
export function reconnect(): Promise<IDBDatabase> {
  connection = undefined
  return connect()
}
