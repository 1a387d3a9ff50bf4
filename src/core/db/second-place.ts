import { promisifyRequest } from 'idb-keyval'
import { digestOf } from '../crypto/cipher.ts'
import { isEncrypted } from '../crypto/keyring.ts'
import { runUnderLock } from '../platform/locks.ts'
import { connect, isInMemory, secondPlace } from './connection.ts'
import { onWritten, readTogether, setGiveWay } from './database.ts'
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
/**
 * Milliseconds after the first change: no key press waits for a copy, and of a photo that has left
 * by then none is made. A page that goes out of sight does not wait for it (put-back.page.ts).
 */
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

/**
 * `store/key` of what has changed and is not copied yet; false for what has gone by now or is not
 * copied: at most a copy lies there.
 */
const due = new Map<string, boolean>()
let timer: ReturnType<typeof setTimeout> | undefined
let copied: Promise<void> = Promise.resolve()
let afterCopying = async (): Promise<void> => undefined

/** @param work done under the same lock, once the copies are written */
export function setAfterCopying(work: typeof afterCopying): void {
  afterCopying = work
}

onWritten(changed => {
  if (isInMemory()) return
  for (const store of copiedStores)
    for (const [key, value] of changed.get(store) ?? [])
      due.set(`${store}/${key}`, isCopied(store, value as Row))
  copySoon()
})

/** A picked photo is kept once, until it is prepared. */
const isCopied = (store: CopiedStore, row: Row): boolean =>
  row !== undefined && (store !== 'sourceFiles' || Boolean(row?.ready))

export function copyLater(keys: readonly string[]): void {
  for (const key of keys) due.set(key, true)
  copySoon()
}

function copySoon(): void {
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
  const changes = [...due].map(([key, isThere]): Change => {
    const [store, ...rest] = key.split('/')
    return { store: store as CopiedStore, key: rest.join('/'), isThere }
  })
  due.clear()
  if (!gaveWay) await copyThese(changes).catch(() => undefined)
  await afterCopying()
}

interface Change {
  store: CopiedStore
  key: string
  isThere: boolean
}

async function copyThese(changes: readonly Change[]): Promise<void> {
  const lying = await listCopies()
  const wanted = changes
    .map(({ store, key, isThere }) => {
      const before = lying.filter(copy => copy.store === store && copy.key === key)
      return { store, key, isThere, before }
    })
    .filter(({ isThere, before }) => isThere || before.length > 0)
  if (wanted.length === 0) return
  const { rows, isShared } = await readRows(wanted)
  let cache: Promise<Cache> | undefined
  const opened = () => {
    cache ??= open()
    return cache
  }
  for (const [index, { before }] of wanted.entries()) {
    const row = rows[index]
    const made = row && (!isShared || isEncrypted(row.owner)) ? await copyFor(row) : undefined
    if (made && !before.some(({ digest }) => digest === made.digest))
      await (await opened()).put(addressOf(made), new Response(made.packed))
    for (const old of before)
      if (old.digest !== made?.digest) await (await opened()).delete(addressOf(old))
  }
}

type Found = Omit<Copy, 'digest'> & { record: unknown }

async function copyFor({ record, ...about }: Found) {
  const packed = packRecord(record)
  return { ...about, packed, digest: await digestOf(packed) }
}

function readRows(keys: readonly Pick<Change, 'store' | 'key'>[]) {
  return readTogether([...copiedStores, 'device'], async stores => {
    const rows = keys.map(async ({ store, key }): Promise<Found | undefined> => {
      const get = (from: CopiedStore): Promise<Row> => promisifyRequest(stores[from].get(key))
      const read = get(store)
      const [record, about] = await Promise.all([read, store === 'payloads' ? get('queue') : read])
      const found = aboutRecord(store, key, about)
      return record && found && { ...found, store, record }
    })
    const isShared = await recallIn(stores.device, deviceStore.isShared)
    return { rows: await Promise.all(rows), isShared }
  })
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
  for (const { store, key } of gone) due.set(`${store}/${key}`, true)
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
