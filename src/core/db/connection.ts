import { databaseName } from './continued.rule.ts'
import { trackTransaction } from './transactions.ts'
import { setFailing } from './within.ts'

/**
 * Versions 1 to 9 have the stores below. A database that has lost one is opened once more, one
 * higher, and gets it back. A build with other stores begins with 10.
 */
const lastVersion = 9
/** Of the cache that holds a second copy of it (second-place.ts). */
export const secondPlace = 'garde'

/**
 * The stores, as they are called on phones: once the portal is out, these names never change.
 * - `dossiers`: a student's answers, by dossier id
 * - `sourceFiles`: the picked file's bytes until it has been prepared, by `dossier/document`
 * - `queue`: what the screen needs of each pending request, by item id; never a photo
 * - `payloads`: the frozen body of each pending request, by item id
 * - `device`: what the device itself knows, see device-store.ts
 */
export const storeNames = ['dossiers', 'sourceFiles', 'queue', 'payloads', 'device'] as const
export type StoreName = (typeof storeNames)[number]

type Persist = <R>(work: () => Promise<R>, most: number) => Promise<R>

/** A worker, and a page before React, fail at once. */
let persisting: Persist = work => work()

/**
 * Has work done that the disk may fail, and again up to so many times; a page sets how
 * (patience.page.ts).
 */
export const persist: Persist = (work, most) => persisting(work, most)

export function setPersist(how: Persist): void {
  persisting = how
}

let connection: Promise<IDBDatabase> | undefined
/** While another tab holds an older version of the database open, it does not settle. */
let opening: Promise<void> | undefined
let openingSince = 0
/** In a row. */
let failedOpenings = 0
let departure = Promise.resolve()
let substitute: IDBDatabase | undefined
let firstLook: ((database: IDBDatabase) => Promise<unknown>) | undefined

/**
 * @param look what a page does to the database before anything else reads it, or soon, where it is
 * open already; never rejects
 */
export function setFirstLook(look: NonNullable<typeof firstLook>): void {
  if (connection) connection.then(look, () => undefined)
  else firstLook = look
}

function open(): Promise<IDBDatabase> {
  const opened = openAs()
  const note = (failures: number) => {
    opening = undefined
    failedOpenings = failures
    setFailing(failures > 3)
  }
  openingSince = performance.now()
  opening = opened.then(
    () => note(0),
    () => note(failedOpenings + 1),
  )
  return opened
}

/** @param version undefined: whichever there is */
function openAs(version?: number): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = factory().open(databaseName, version)
    request.onupgradeneeded = () => {
      if (request.transaction) trackTransaction(request.transaction)
      for (const name of storeNames)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name)
    }
    request.onsuccess = () => {
      const database = request.result
      const lacks = storeNames.some(name => !database.objectStoreNames.contains(name))
      if (database.version > lastVersion) {
        database.close()
        return reject(new DOMException('', 'VersionError'))
      }
      if (lacks && version === undefined) {
        database.close()
        return resolve(openAs(database.version + 1))
      }
      // A newer build in another tab must not be blocked by this one, be it one that came too late.
      database.onversionchange = () => {
        database.close()
        closeConnection()
      }
      database.onclose = closeConnection
      resolve(database)
    }
    request.onerror = () => reject(request.error)
  })
}

async function openFirst(): Promise<IDBDatabase> {
  const database = await open()
  const look = firstLook
  firstLook = undefined
  await look?.(database)
  return database
}

function factory(): IDBFactory {
  try {
    if (indexedDB) return indexedDB
  } catch {
    // A browser may have it and not give it.
  }
  throw new DOMException('', 'SecurityError')
}

/** In a page it waits until the disk lets itself be opened, or its memory stands in. */
export async function connect(): Promise<IDBDatabase> {
  connection ??= departure
    .then(() => persist(async () => substitute ?? openFirst(), Number.POSITIVE_INFINITY))
    .catch(error => {
      connection = undefined
      throw error
    })
  const database = await connection
  return substitute ?? database
}

/**
 * Resolves when opening (on the first visit: creating) the database has ended, also in failure;
 * else undefined.
 */
export const pendingOpening = () => opening

/** For how many milliseconds an opening has had no answer. */
export const silentFor = (): number => (opening ? performance.now() - openingSince : 0)

/** If the database is not open yet, it is not opened before this promise resolves. */
export function delayOpening(stays: Promise<void>): void {
  departure = stays
}

/**
 * iOS closes connections without notice (WebKit 197050): after a failure the next transaction opens
 * a new one.
 */
export function closeConnection(): void {
  if (opening) return
  connection?.then(database => database.close()).catch(() => undefined)
  connection = undefined
}

/** From now on everything of this page lies in there. */
export function standIn(database: IDBDatabase): void {
  substitute = database
  setFailing(false)
}

export const isInMemory = (): boolean => substitute !== undefined

/** @throws DOMException for what must not be said to be kept where nothing is */
export function needDisk(): void {
  if (substitute) throw new DOMException('', 'UnknownError')
}
