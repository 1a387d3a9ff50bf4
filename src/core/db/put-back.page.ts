import { promisifyRequest } from 'idb-keyval'
import { watchPage } from '../platform/page.page.ts'
import { createState } from '../platform/signals.ts'
import { type StoreName, setFirstLook, storeNames } from './connection.ts'
import { readTogether } from './database.ts'
import {
  type CopiedStore,
  type Copy,
  copiedStores,
  lostRecords,
  ownerOf,
  type Records,
  type Row,
} from './second-place.rule.ts'
import {
  copyDue,
  copyLater,
  inSecondPlace,
  listCopies,
  readCopy,
  setAfterCopying,
} from './second-place.ts'
import { receivedPrefix } from './source-files.ts'
import { pendingReturn } from './transactions.ts'
import { within } from './within.ts'
import { findLost, noteHad } from './witness.page.ts'

/**
 * What the database has lost is put back from the second place before a screen reads it, and one
 * sentence says so.
 */
export const isPutBack = createState(false)

/** Milliseconds: a second place that does not answer holds up no start. */
const longestMs = 4_000

/**
 * Called before anything reads the database, unless there is nothing to put back (in-use.ts). The
 * second place is read while the database is opened.
 */
export function lookFirst(watch: typeof watchPage = watchPage): void {
  const listed = listCopies().catch((): Copy[] => [])
  setAfterCopying(() => readTogether(storeNames, readRecords).then(noteHad))
  // A page that is left reads nothing any more: the next start catches up.
  watch(
    () => pendingReturn() ?? copyDue(),
    () => undefined,
  )
  setFirstLook(database =>
    within(
      listed.then(copies => look(database, copies)),
      longestMs,
    ).catch(reportError),
  )
}

async function look(database: IDBDatabase, copies: readonly Copy[]): Promise<void> {
  const readOnce = () => readRecords(storesOf(database.transaction(storeNames, 'readonly')))
  // A disk that fails for a moment would leave unsaid what is lost, until the next start.
  const read = () => readOnce().catch(readOnce)
  let records = await read()
  if (lostRecords(copies, records, Date.now()).length > 0) {
    await inSecondPlace(() => putBack(database, records))
    records = await read()
  }
  // What is lost now has a copy that can't be read, whose address still tells of it.
  findLost(records, lostRecords(copies, records, Date.now()))
  copyLater(uncopied(copies, records))
}

/** Reads and writes in one transaction: another tab may have done something else meanwhile. */
async function putBack(database: IDBDatabase, records: Records): Promise<void> {
  const copies = await listCopies()
  const wanted = lostRecords(copies, records, Date.now()).map(
    async copy => [copy, await readCopy(copy)] as const,
  )
  const rows = new Map((await Promise.all(wanted)).filter(([, row]) => row !== undefined))
  const whole = copies.filter(copy => rows.has(copy))
  const transaction = database.transaction(storeNames, 'readwrite', { durability: 'strict' })
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  const stores = storesOf(transaction)
  const there = await readRecords(stores)
  const lost = lostRecords(whole, there, Date.now())
  for (const copy of lost) stores[copy.store].put(rows.get(copy), copy.key)
  // Of a disk that was rolled back, each of these had been replaced.
  for (const [key, row] of there.queue)
    if (
      row &&
      lost.some(copy => copy.store === 'queue' && copy.key !== key && copy.owner === ownerOf(row))
    )
      for (const store of [stores.queue, stores.payloads]) store.delete(key)
  await done
  if (lost.length > 0) isPutBack.set(true)
}

type Stores = Record<StoreName, IDBObjectStore>

const storesOf = (transaction: IDBTransaction) =>
  Object.fromEntries(storeNames.map(name => [name, transaction.objectStore(name)])) as Stores

async function readRecords(stores: Stores): Promise<Records> {
  const keysOf = async (name: StoreName) =>
    new Set((await promisifyRequest(stores[name].getAllKeys())).map(String))
  const rowsOf = async (name: CopiedStore) => {
    const [values, keys] = await Promise.all([
      promisifyRequest<Row[]>(stores[name].getAll()),
      keysOf(name),
    ])
    return new Map([...keys].map((key, index) => [key, values[index]]))
  }
  const [dossiers, queue, payloads, sourceFiles, device] = await Promise.all([
    rowsOf('dossiers'),
    rowsOf('queue'),
    keysOf('payloads'),
    keysOf('sourceFiles'),
    keysOf('device'),
  ])
  return { dossiers, queue, payloads, sourceFiles, device }
}

/** An earlier build made no copies, and a page may end before it does. */
function uncopied(copies: readonly Copy[], records: Records): string[] {
  return copiedStores.flatMap(store =>
    [...records[store].keys()]
      .filter(
        key =>
          !key.startsWith(receivedPrefix) &&
          !copies.some(copy => copy.store === store && copy.key === key),
      )
      .concat(
        // Also what has gone or was accepted meanwhile, and answers that were written since.
        copies.flatMap(({ store: name, key, at, accepted }) => {
          if (name !== store) return []
          const isOld =
            (store === 'dossiers' && records.dossiers.get(key)?.savedAt !== at) ||
            (store === 'queue' && (records.queue.get(key)?.state === 'accepted') !== accepted)
          return isOld || !records[store].has(key) ? [key] : []
        }),
      )
      .map(key => `${store}/${key}`),
  )
}
