import { promisifyRequest } from 'idb-keyval'
import { createState } from '../platform/signals.ts'
import { type StoreName, setFirstLook, storeNames } from './connection.ts'
import {
  type CopiedStore,
  type Copy,
  copiedStores,
  lostRecords,
  type Records,
  type Row,
} from './second-place.rule.ts'
import { copyLater, inSecondPlace, listCopies, readCopy } from './second-place.ts'
import { receivedPrefix } from './source-files.ts'
import { within } from './within.ts'

/**
 * What the database has lost is put back from the second place before a screen reads it, and one
 * sentence says so.
 */
export const isPutBack = createState(false)

/** Milliseconds: a second place that does not answer holds up no start. */
const longestMs = 4_000
const laterMs = 3_000

/** Asked for while the database is being opened. */
const listed = listCopies().catch((): Copy[] => [])

setFirstLook(database =>
  within(look(database), longestMs).catch(error => {
    reportError(error)
  }),
)

async function look(database: IDBDatabase): Promise<void> {
  const copies = await listed
  // On a first visit there is nothing to compare: an earlier build's records are copied later.
  if (copies.length === 0) return void setTimeout(() => catchUp(database, []), laterMs)
  const records = await readRecords(database.transaction(storeNames, 'readonly'))
  if (lostRecords(copies, records).length > 0) await inSecondPlace(() => putBack(database, records))
  copyLater(uncopied(copies, records))
}

async function catchUp(database: IDBDatabase, copies: readonly Copy[]): Promise<void> {
  const records = await readRecords(database.transaction(storeNames, 'readonly')).catch(
    () => undefined,
  )
  if (records) copyLater(uncopied(copies, records))
}

/** Reads and writes in one transaction: another tab may have done something else meanwhile. */
async function putBack(database: IDBDatabase, records: Records): Promise<void> {
  const copies = await listCopies()
  const wanted = lostRecords(copies, records).map(
    async copy => [copy, await readCopy(copy)] as const,
  )
  const rows = new Map((await Promise.all(wanted)).filter(([, row]) => row !== undefined))
  const whole = copies.filter(copy => rows.has(copy))
  const transaction = database.transaction(storeNames, 'readwrite', { durability: 'strict' })
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  const lost = lostRecords(whole, await readRecords(transaction))
  for (const copy of lost) transaction.objectStore(copy.store).put(rows.get(copy), copy.key)
  await done
  if (lost.length > 0) isPutBack.set(true)
}

async function readRecords(stores: IDBTransaction): Promise<Records> {
  const keysOf = async (name: StoreName) =>
    (await promisifyRequest(stores.objectStore(name).getAllKeys())).map(String)
  const rowsOf = async (name: CopiedStore) => {
    const rows = promisifyRequest<Row[]>(stores.objectStore(name).getAll())
    const keys = await keysOf(name)
    const values = await rows
    return new Map(keys.map((key, index) => [key, values[index]]))
  }
  const [dossiers, queue, ...keys] = await Promise.all([
    rowsOf('dossiers'),
    rowsOf('queue'),
    keysOf('payloads'),
    keysOf('sourceFiles'),
    keysOf('device'),
  ])
  const [payloads, sourceFiles, device] = keys.map(all => new Set(all)) as [Keys, Keys, Keys]
  return { dossiers, queue, payloads, sourceFiles, device }
}
type Keys = Set<string>

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
        // Also what has gone from the database meanwhile, and answers that were written since.
        copies.flatMap(({ store: name, key, at }) => {
          if (name !== store) return []
          const isOld = store === 'dossiers' && records.dossiers.get(key)?.savedAt !== at
          return isOld || !records[store].has(key) ? [key] : []
        }),
      )
      .map(key => `${store}/${key}`),
  )
}
