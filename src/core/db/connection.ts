/** Under way, and neither read to its end nor committed. */
const unfinished = new Set<IDBTransaction>()
/** While the page is left, and may come back: whatever else it wants of the disk waits for that. */
let absence: Promise<void> | undefined

export function underWay(transaction: IDBTransaction): void {
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

export const untilHere = (): Promise<void> | undefined => absence

export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}

/** One database for everything that must outlive the page; nobody else opens one. */
const databaseName = 'portail'
const databaseVersion = 1

/**
 * The stores, by their names on phones, which stay: what lies there must be found.
 * - `dossiers`: a student's answers, by dossier id
 * - `originals`: the picked file's bytes until it has been prepared, by `dossier/document`
 * - `queue`: what the screen needs of each pending request, by item id; never a photo
 * - `payloads`: the frozen body of each pending request, by item id
 * - `device`: what the device itself knows, see device-store.ts; named `kept` when it held the provider's replies alone
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
/** An upgrade waits for another tab. Opening again would wait behind it, and say nothing. */
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

/** While the stores are opened, and at the first visit made; it never rejects. */
export const whileOpening = () => opening

/** Stores that are not open yet are not opened before. */
export function openNotBefore(stays: Promise<void>): void {
  departure = stays
}

/** iOS closes connections behind our back (WebKit 197050): the next wish opens a new one. */
export function reconnect(): Promise<IDBDatabase> {
  connection = undefined
  return connect()
}
