import { promisifyRequest } from 'idb-keyval'
import { digestOf } from '../crypto/cipher.ts'
import { isEncrypted } from '../crypto/keyring.ts'
import { runUnderLock } from '../platform/locks.ts'
import { connect, isInMemory, secondPlace } from './connection.ts'
import { onWritten, readTries, setGiveWay, transact } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { type Leaves, setSecondPlace } from './let-go.ts'
import {
  addressOf,
  type CopiedStore,
  type Copy,
  copiedStores,
  copyAt,
  packRecord,
  type Row,
  unpackRecord,
} from './second-place.rule.ts'
import { within } from './within.ts'

/**
 * A second place for what the database keeps of a student: Cache Storage is another engine, with
 * files of its own. A record is copied after its commit, and its copy goes before the record does:
 * what was erased, sent or replaced never comes back.
 */
const name = secondPlace
/** Milliseconds after the first change: no key press waits for a copy. */
const soonMs = 3_000
/** Milliseconds: a second place that does not answer holds up nothing for longer. */
const longestMs = 2_000
/** The device is full: what is left belongs to the database. */
let gaveWay = false

/** Where there is no Cache Storage, or none that answers, there is no second place. */
const open = (): Promise<Cache> =>
  within(
    Promise.resolve().then(() => caches.open(name)),
    longestMs,
  )

export async function listCopies(): Promise<Copy[]> {
  if (!(await caches.has(name))) return []
  const requests = await (await open()).keys()
  return requests.flatMap(({ url }) => copyAt(url))
}

/** @returns undefined for a copy that is gone or not what was written */
export async function readCopy(copy: Copy): Promise<Row> {
  const found = await (await open()).match(addressOf(copy))
  const packed = found && new Uint8Array(await found.arrayBuffer())
  if (!packed || (await digestOf(packed)) !== copy.digest) return undefined
  return unpackRecord(packed) as Row
}

async function copyOf(store: CopiedStore, key: string): Promise<Row> {
  try {
    const copies = (await listCopies()).filter(copy => copy.store === store && copy.key === key)
    return (await Promise.all(copies.map(readCopy))).find(row => row !== undefined)
  } catch {
    return undefined
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * One at a time, in all tabs and the worker: a copy must not be written after its record has gone.
 * A frozen page that holds the lock is waited for as long as a disk that does not answer.
 */
export async function inSecondPlace<R>(work: () => Promise<R>): Promise<R> {
  if (typeof navigator !== 'object' || !navigator.locks) {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), longestMs)
  let isMine = false
  const own = () => {
    isMine = true
    clearTimeout(timer)
    return work()
  }
  return runUnderLock(name, { signal: enough.signal }, own).catch(error => {
    if (isMine) throw error
    return work()
  })
}

/** `store/key` of what has changed and is not copied yet. */
const due = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let copied: Promise<void> = Promise.resolve()
let afterCopying = async (): Promise<void> => undefined

/** @param work done under the same lock, once the copies are written */
export function setAfterCopying(work: typeof afterCopying): void {
  afterCopying = work
}

onWritten(changed => {
  if (isInMemory()) return
  const wanted = [...changed].filter(([store]) => copiedStores.some(name => name === store))
  for (const [store, keys] of wanted) for (const key of keys) due.add(`${store}/${key}`)
  const isPhoto = changed.has('payloads') || changed.has('sourceFiles')
  if (wanted.length > 0 && isPhoto) void copyDue()
  else if (wanted.length > 0) timer ??= setTimeout(copyDue, soonMs)
})

export function copyLater(keys: readonly string[]): void {
  for (const key of keys) due.add(key)
  if (due.size > 0) timer ??= setTimeout(copyDue, soonMs)
}

/** Copies what has changed by now; resolves also where that fails: the database has it. */
export function copyDue(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (due.size > 0) copied = copied.then(() => inSecondPlace(copyAll)).catch(() => undefined)
  return copied
}

async function copyAll(): Promise<void> {
  const keys = [...due].map(key => key.split(/\/(.*)/s) as [CopiedStore, string])
  due.clear()
  if (!gaveWay) await copyThese(keys).catch(() => undefined)
  await afterCopying()
}

async function copyThese(keys: readonly (readonly [CopiedStore, string])[]): Promise<void> {
  const lying = await listCopies()
  const { rows, isShared } = await readRows(keys)
  for (const [index, [store, key]] of keys.entries()) {
    const before = lying.filter(copy => copy.store === store && copy.key === key)
    const row = rows[index]
    const made = row && (!isShared || isEncrypted(row.owner)) ? await copyFor(row) : undefined
    if (made && !before.some(({ digest }) => digest === made.digest))
      await (await open()).put(addressOf(made), new Response(made.packed))
    for (const old of before)
      if (old.digest !== made?.digest) await (await open()).delete(addressOf(old))
  }
}

type Found = Omit<Copy, 'digest'> & { record: unknown }

async function copyFor({ record, ...about }: Found) {
  const packed = packRecord(record)
  return { ...about, packed, digest: await digestOf(packed) }
}

function readRows(keys: readonly (readonly [CopiedStore, string])[]) {
  return transact(
    [...copiedStores, 'device'],
    async stores => {
      const rows = keys.map(async ([store, key]): Promise<Found | undefined> => {
        const get = (from: CopiedStore): Promise<Row> => promisifyRequest(stores[from].get(key))
        const [record, item] = await Promise.all([get(store), get('queue')])
        const found = aboutRecord(store, key, store === 'payloads' ? item : record)
        return record && found && { ...found, store, record }
      })
      const isShared = await recallIn(stores.device, deviceStore.isShared)
      return { rows: await Promise.all(rows), isShared }
    },
    readTries,
  )
}

/** @returns undefined for what is not copied: a picked photo is kept once, until it is prepared */
function aboutRecord(store: CopiedStore, key: string, row: Row) {
  if (typeof row !== 'object') return undefined
  const accepted = row.state === 'accepted'
  switch (store) {
    case 'dossiers':
      return { key, owner: key, at: Number(row.savedAt), accepted: false }
    case 'sourceFiles':
      return row.ready ? { key, owner: key, at: Number(row.at ?? 0), accepted: false } : undefined
    default:
      if (store === 'payloads' && accepted) return undefined
      return { key, owner: `${row.dossier}/${row.requestKey}`, at: Number(row.createdAt), accepted }
  }
}

let beforeLetGo = (_leaves: Leaves): void => undefined

export function setBeforeLetGo(work: typeof beforeLetGo): void {
  beforeLetGo = work
}

async function letGoFirst<R>(leaves: Leaves, work: () => Promise<R>): Promise<R> {
  // What is done to a database that is opened for the first time needs the lock, too.
  await connect()
  try {
    return await inSecondPlace(async () => {
      beforeLetGo(leaves)
      await within(deleteCopies(leaves), longestMs).catch(() => undefined)
      return work()
    })
  } finally {
    void copyDue()
  }
}

async function deleteCopies(leaves: Leaves): Promise<void> {
  const copies = await listCopies()
  const gone = copies.filter(leaves)
  // Where the database keeps it after all, it is copied again.
  for (const { store, key } of gone) due.add(`${store}/${key}`)
  // A page that finds no cache has nothing to look for.
  if (gone.length === copies.length) return void (await caches.delete(name))
  const cache = await open()
  await Promise.all(gone.map(copy => cache.delete(addressOf(copy))))
}

setSecondPlace({ letGoFirst, copyOf })

/** Nothing is copied any more by this page. */
setGiveWay(async () => {
  gaveWay = true
  return within(dropAll(), longestMs).catch(() => false)
})

const dropAll = async (): Promise<boolean> => caches.delete(name)
