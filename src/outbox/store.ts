import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { endpoints, storedAs, type WaitingEndpoint, type Waits } from '../core/api/endpoints.ts'
import { digestOf, type Encrypted } from '../core/crypto/cipher.ts'
import { isEncrypted, LockedError } from '../core/crypto/keyring.ts'
import { transact } from '../core/db/database.ts'
import type { Dossier } from '../core/db/dossier.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { type SourceFile, sourceFileKey } from '../core/db/source-files.ts'
import { decryptItem, encryptBody, encryptItem, encryptWords, redacted } from './encrypt-items.ts'
import { type Item, needsCode, type Request, type RequestKey } from './item.ts'
import { itemIn, itemsIn } from './items.ts'
import { after, type Event, hurried } from './transitions.ts'

/**
 * Commits a request to the disk, in place of an older one of its slot. When this resolves, it is kept.
 * What is on its way already, to the byte, is not sent anew: a button may be pressed twice. Nor is an accepted photo; a
 * short call may have to be.
 * @returns false when another file was picked or queued meanwhile, in whichever tab, or its dossier handed over: all is as before
 * @throws ValiError for a body that its row does not take, which is a fault of ours; DOMException when the device has no
 * room or no database; LockedError for a dossier in the clear on a shared device: nothing has changed then
 */
export async function enqueue<E extends WaitingEndpoint>(request: Request<E>, now: number): Promise<boolean> {
  const encrypted = isEncrypted(request.dossier)
  if (!encrypted && currentMode() === 'shared') throw new LockedError('Nothing waits in the clear any more.')
  const { takes, waits }: { takes: v.GenericSchema; waits: Waits } = endpoints[request.endpoint]
  v.parse(takes, request.body)
  const body = JSON.stringify(request.body)
  const bytes = new TextEncoder().encode(body)
  const made: Item = {
    id: crypto.randomUUID(),
    shape: 1,
    dossier: request.dossier,
    slot: request.slot,
    endpoint: waits.as,
    digest: await digestOf(bytes),
    bytes: bytes.byteLength,
    ...(request.gzippedBytes === undefined ? {} : { gzippedBytes: request.gzippedBytes }),
    ...(request.fingerprint ? { fingerprint: request.fingerprint } : {}),
    state: 'waiting',
    attempts: 0,
    notBefore: now,
    createdAt: now,
  }
  const { madeFrom, pick: pickId, mends: edits } = request
  const item = encrypted ? await encryptItem(made) : made
  const payload = encrypted ? await encryptBody(item.id, body) : body
  const { kept, asked } = await transact(['queue', 'payloads', 'originals', 'dossiers'], async stores => {
    const owner: Pick<Dossier, 'handed'> | undefined = await promisifyRequest(stores.dossiers.get(item.dossier))
    // Erased while a photo was being prepared: nobody wants it sent any more.
    if (encrypted && !owner) return replaced(false)
    if (madeFrom && (pickId ?? edits) !== undefined) {
      // Another device prepares what was picked for it; here it lies, should the dossier be taken back.
      if (owner?.handed) return replaced(false)
      const picked = stores.originals.get(sourceFileKey(item.dossier, madeFrom))
      const sourceFile: SourceFile | undefined = await promisifyRequest(picked)
      if (edits === undefined ? sourceFile?.pick !== pickId : sourceFile !== undefined) return replaced(false)
    }
    const items = await itemsIn(stores.queue)
    const older = items.filter(({ dossier, slot: requestKey }) => dossier === item.dossier && requestKey === item.slot)
    if (edits !== undefined && !older.some(({ id }) => id === edits)) return replaced(false)
    if (madeFrom) stores.originals.delete(sourceFileKey(item.dossier, madeFrom))
    const stands = ({ state, trouble }: Item) => (waits.repeats ? state === 'waiting' && !trouble : state !== 'refused')
    if (older.some(old => old.digest === item.digest && stands(old))) return replaced(true)
    remove(stores, older)
    stores.queue.put(
      older.reduce((newer, old) => pausedLike(old, newer), owner?.handed ? { ...item, held: true } : item),
      item.id,
    )
    stores.payloads.put(payload, item.id)
    return replaced(true, older)
  })
  // It is kept by now, with its words or without.
  if (encrypted && asked) await addWordsOf(asked, item.id).catch(error => reportError(error))
  return kept
}

/** What came of a request, and of what it stands in place of, what waits for a code. */
const replaced = (kept: boolean, older: readonly Item[] = []) => ({ kept, asked: older.find(needsCode) })

/** Of a sealed dossier the provider's words lie under the name of their item. */
async function addWordsOf(asked: Item, id: string): Promise<void> {
  const { reply } = await decryptItem(asked)
  if (reply?.msg) await addWords(id, await encryptWords(id, reply.msg))
}

/**
 * A pause that the provider asked for holds for what replaces the item, too, also when the network comes back; and so does
 * its question for a code, which would only be asked once more.
 */
function pausedLike(old: Item, item: Item): Item {
  const { trouble, notBefore, code, reply } = old
  if (code && needsCode(old)) return { ...item, code, ...(reply ? { reply } : {}) }
  const ordered = trouble?.kind === 'http' && trouble.retryAfter !== undefined && notBefore > item.notBefore
  return ordered ? { ...item, trouble, notBefore } : item
}

/** What happened to an item, in one step with forgetting its body. An item that was replaced meanwhile is left alone. */
export async function record(id: string, event: Event, now: number, sent?: Item): Promise<void> {
  const words = await transact(['queue', 'payloads', 'dossiers'], async stores => {
    let before = await itemIn(stores.queue, id)
    if (!before && sent && after(sent, event, now).state === 'accepted' && (await comesBack(stores, sent)))
      before = sent
    if (!before) return undefined
    const next = after(before, event, now)
    const { item, words } = isEncrypted(next.dossier) && next !== before ? redacted(next) : { item: next }
    stores.queue.put(item, id)
    if (item.state === 'accepted') stores.payloads.delete(id)
    // A code had been asked for it: whoever gave that one may have died before it was written down.
    if (item.state === 'accepted' && before.code) await letGo(stores.queue, item.dossier, now)
    return words
  })
  // Apart, since a transaction does not wait for a cipher; a kill in between costs the words and not the fact.
  if (words) await addWords(id, await encryptWords(id, words))
}

function addWords(id: string, words: Encrypted): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const item = await itemIn(queue, id)
    if (item) queue.put({ ...item, veiled: { ...item.veiled, words } }, id)
  })
}

/** The provider has taken a code: what waits of that dossier goes again. */
export function confirmed(dossier: string, now: number): Promise<void> {
  return transact(['queue'], ({ queue }) => letGo(queue, dossier, now))
}

async function letGo(queue: IDBObjectStore, dossier: string, now: number): Promise<void> {
  for (const item of await itemsIn(queue)) {
    const next = item.dossier === dossier ? after(item, { kind: 'confirmed' }, now) : item
    if (next !== item) queue.put(next, item.id)
  }
}

/** The network is back. */
export function hurryAll(now: number): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const items = await itemsIn(queue)
    for (const item of items) {
      const sooner = hurried(item, now)
      if (sooner !== item) queue.put(sooner, item.id)
    }
  })
}

/** Takes back what has not been accepted: the student removed the photo. */
export function withdraw(dossier: string, requestKey: RequestKey): Promise<void> {
  return deleteItems(item => item.dossier === dossier && item.slot === requestKey && item.state !== 'accepted')
}

/** These alone, and only where nothing of them is left to be sent. */
export function forgetSettled(ids: readonly string[]): Promise<void> {
  return deleteItems(({ id, state }) => ids.includes(id) && state !== 'waiting')
}

function deleteItems(matches: (item: Item) => boolean): Promise<void> {
  return transact(['queue', 'payloads'], async stores => remove(stores, (await itemsIn(stores.queue)).filter(matches)))
}

type Stores = Record<'queue' | 'payloads', IDBObjectStore>

/** Each with its body. */
export function remove({ queue, payloads }: Stores, items: readonly Pick<Item, 'id'>[]): void {
  for (const { id } of items) {
    queue.delete(id)
    payloads.delete(id)
  }
}

/** Nobody is left either who could give a code for it. */
const isOver = (item: Item) => isEncrypted(item.dossier) && (item.state !== 'waiting' || needsCode(item))

/**
 * What is held where nothing says any more that it was handed over, since an older build has written over the mark or
 * erased the dossier: better sent from two devices than from none. `items` says whether to look.
 */
export async function releaseStrays(items: readonly Item[]): Promise<void> {
  if (!items.some(({ held }) => held)) return
  await transact(['queue', 'dossiers'], async ({ queue, dossiers }) => {
    for (const { held, ...item } of await itemsIn(queue)) {
      const owner: Pick<Dossier, 'handed'> | undefined = held && (await promisifyRequest(dossiers.get(item.dossier)))
      if (held && !owner?.handed) queue.put(item, item.id)
    }
  })
}

/** What has settled of sealed dossiers that were erased: nobody is left to be told. `items` says whether to look. */
export async function forgetOrphans(items: readonly Item[]): Promise<void> {
  if (!items.some(isOver)) return
  await transact(['queue', 'payloads', 'dossiers'], async stores => {
    const owners = await promisifyRequest(stores.dossiers.getAllKeys())
    const all = await itemsIn(stores.queue)
    remove(
      stores,
      all.filter(item => isOver(item) && !owners.includes(item.dossier)),
    )
  })
}

/**
 * Whether what the student took back while it was on its way, and the provider has accepted all the same, is put back.
 * Not beside what has taken its place, and not where its dossier was erased; its row says whether at all.
 */
export async function comesBack(
  { queue, dossiers }: Record<'queue' | 'dossiers', IDBObjectStore>,
  { endpoint, dossier, slot: requestKey }: Item,
): Promise<boolean> {
  if (!storedAs(endpoint)?.waits.comesBack) return false
  const owners = await promisifyRequest(dossiers.count(dossier))
  const items = await itemsIn(queue)
  return owners > 0 && !items.some(item => item.dossier === dossier && item.slot === requestKey)
}
