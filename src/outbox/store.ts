import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { uploadLimitOf } from '../core/api/announced.ts'
import { endpoints, storedAs, type WaitingEndpoint, type Waits } from '../core/api/endpoints.ts'
import type { Bases } from '../core/api/settings.ts'
import type { Upload } from '../core/api/upload.ts'
import { digestOf, type Encrypted } from '../core/crypto/cipher.ts'
import { isEncrypted, LockedError } from '../core/crypto/keyring.ts'
import { transact } from '../core/db/database.ts'
import { putCode } from '../core/db/device-store.ts'
import type { Dossier } from '../core/db/dossier.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { type SourceFile, sourceFileKey } from '../core/db/source-files.ts'
import { decryptItem, encryptBody, encryptItem, encryptWords, type Payload, redacted } from './encrypt-items.ts'
import { type Item, needsCode, type Request, type RequestKey } from './item.ts'
import { itemIn, itemsIn } from './items.ts'
import { after, type Event, hurried, uploaded } from './transitions.ts'

/**
 * Commits a request to the disk, in place of an older one with its request key. The same bytes are not sent anew
 * while they are on their way (a button may be pressed twice); nor is an accepted photo.
 * @returns false, with nothing changed, when another file came meanwhile, in any tab, or the dossier was transferred
 * @throws ValiError for a body that its row does not take; DOMException when the device has no room or no database;
 * LockedError for an unencrypted dossier on a shared device: nothing has changed then
 */
export async function enqueue<E extends WaitingEndpoint>(request: Request<E>, now: number): Promise<boolean> {
  const encrypted = isEncrypted(request.dossier)
  if (!encrypted && currentMode() === 'shared') throw new LockedError('Nothing waits in the clear any more.')
  const { base, takes, waits }: { base: keyof Bases; takes: v.GenericSchema; waits: Waits } =
    endpoints[request.endpoint]
  const limits = uploadLimitOf(base)
  v.parse(takes, request.body)
  const body = JSON.stringify(request.body)
  const bytes = new TextEncoder().encode(body)
  const made: Item = {
    id: crypto.randomUUID(),
    shape: 1,
    dossier: request.dossier,
    requestKey: request.requestKey,
    endpoint: waits.as,
    digest: await digestOf(bytes),
    bytes: bytes.byteLength,
    ...(request.gzippedBytes === undefined ? {} : { gzippedBytes: request.gzippedBytes }),
    ...(request.fingerprint ? { fingerprint: request.fingerprint } : {}),
    ...(limits ? { limits } : {}),
    state: 'waiting',
    attempts: 0,
    notBefore: now,
    createdAt: now,
  }
  const { madeFrom, pickId, edits } = request
  const item = encrypted ? await encryptItem(made) : made
  const payload = encrypted ? await encryptBody(item.id, body) : body
  const { kept, asked } = await transact(['queue', 'payloads', 'sourceFiles', 'dossiers'], async stores => {
    const owner: Pick<Dossier, 'transferred'> | undefined = await promisifyRequest(stores.dossiers.get(item.dossier))
    // The student erased the dossier while the photo was being prepared: the request is not wanted any more.
    if (encrypted && !owner) return replaced(false)
    if (madeFrom && (pickId ?? edits) !== undefined) {
      // The other device prepares this source file; it stays here too, should the dossier be taken back.
      if (owner?.transferred) return replaced(false)
      const picked = stores.sourceFiles.get(sourceFileKey(item.dossier, madeFrom))
      const sourceFile: SourceFile | undefined = await promisifyRequest(picked)
      if (edits === undefined ? sourceFile?.pickId !== pickId : sourceFile !== undefined) return replaced(false)
    }
    const items = await itemsIn(stores.queue)
    const older = items.filter(({ dossier, requestKey }) => dossier === item.dossier && requestKey === item.requestKey)
    if (edits !== undefined && !older.some(({ id }) => id === edits)) return replaced(false)
    if (madeFrom) stores.sourceFiles.delete(sourceFileKey(item.dossier, madeFrom))
    const stands = ({ state, trouble }: Item) => (waits.repeats ? state === 'waiting' && !trouble : state !== 'refused')
    if (older.some(old => old.digest === item.digest && stands(old))) return replaced(true)
    remove(stores, older)
    stores.queue.put(
      older.reduce((newer, old) => pausedLike(old, newer), owner?.transferred ? { ...item, held: true } : item),
      item.id,
    )
    stores.payloads.put(payload, item.id)
    return replaced(true, older)
  })
  // The request is kept by now, even if its words cannot be written.
  if (encrypted && asked) await addWordsOf(asked, item.id).catch(error => reportError(error))
  return kept
}

/** Whether the request is kept, and which replaced item had waited for a code. */
const replaced = (kept: boolean, older: readonly Item[] = []) => ({ kept, asked: older.find(needsCode) })

/** In an encrypted dossier the provider's words are encrypted for one item: the new item needs its own copy. */
async function addWordsOf(asked: Item, id: string): Promise<void> {
  const { reply } = await decryptItem(asked)
  if (reply?.msg) await addWords(id, await encryptWords(id, reply.msg))
}

/**
 * The new item inherits the pause that the provider asked for, also when the network comes back; and the provider's
 * question for a code, which would only be asked once more.
 */
function pausedLike(old: Item, item: Item): Item {
  const { trouble, notBefore, code, reply } = old
  if (code && needsCode(old)) return { ...item, code, ...(reply ? { reply } : {}) }
  const ordered = trouble?.kind === 'http' && trouble.retryAfter !== undefined && notBefore > item.notBefore
  return ordered ? { ...item, trouble, notBefore } : item
}

/**
 * Writes what happened to an item, in one step with deleting its body. An item that was replaced meanwhile is left
 * alone.
 */
export async function record(id: string, event: Event, now: number, sent?: Item): Promise<void> {
  const words = await transact(['queue', 'payloads', 'dossiers', 'device'], async stores => {
    let before = await itemIn(stores.queue, id)
    if (!before && sent && after(sent, event, now).state === 'accepted' && (await comesBack(stores, sent)))
      before = sent
    if (!before) return undefined
    const next = after(before, event, now)
    const { item, words } = isEncrypted(next.dossier) && next !== before ? redacted(next) : { item: next }
    stores.queue.put(item, id)
    if (item.state === 'accepted') {
      if (item.requestKey === 'code') await keepCodeOf(item, stores)
      stores.payloads.delete(id)
    }
    // The provider had asked for a code: the page that sent that code may have ended before it was written down.
    if (item.state === 'accepted' && before.code) await releaseHeld(stores.queue, item.dossier, now)
    return words
  })
  // After the transaction, which does not wait for a cipher; a kill in between costs the words and not the fact.
  if (words) await addWords(id, await encryptWords(id, words))
}

/** Writes where an upload in parts stands. */
export function keepUpload(id: string, upload: Upload | undefined): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const item = await itemIn(queue, id)
    if (item) queue.put(uploaded(item, upload), id)
  })
}

/** The very code that was accepted, whatever the student has typed since; no page need be open. */
async function keepCodeOf(
  { id, dossier }: Item,
  stores: Record<'payloads' | 'device' | 'dossiers', IDBObjectStore>,
): Promise<void> {
  const body: Payload | undefined = await promisifyRequest(stores.payloads.get(id))
  if (typeof body === 'string') await putCode(stores, dossier, JSON.parse(body).otp)
}

function addWords(id: string, words: Encrypted): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const item = await itemIn(queue, id)
    if (item) queue.put({ ...item, encryptedParts: { ...item.encryptedParts, words } }, id)
  })
}

/** The provider has accepted a code: what waits of that dossier is sent again. */
export function confirmed(dossier: string, now: number): Promise<void> {
  return transact(['queue'], ({ queue }) => releaseHeld(queue, dossier, now))
}

async function releaseHeld(queue: IDBObjectStore, dossier: string, now: number): Promise<void> {
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

/** Deletes what has not been accepted: the student removed the photo. */
export function withdraw(dossier: string, requestKey: RequestKey): Promise<void> {
  return deleteItems(item => item.dossier === dossier && item.requestKey === requestKey && item.state !== 'accepted')
}

/** Deletes these items, except for those that are still to be sent. */
export function forgetSettled(ids: readonly string[]): Promise<void> {
  return deleteItems(({ id, state }) => ids.includes(id) && state !== 'waiting')
}

function deleteItems(matches: (item: Item) => boolean): Promise<void> {
  return transact(['queue', 'payloads'], async stores => remove(stores, (await itemsIn(stores.queue)).filter(matches)))
}

type Stores = Record<'queue' | 'payloads', IDBObjectStore>

/** Deletes each item with its body. */
export function remove({ queue, payloads }: Stores, items: readonly Pick<Item, 'id'>[]): void {
  for (const { id } of items) {
    queue.delete(id)
    payloads.delete(id)
  }
}

/** Settled, or waiting for a code: once the dossier is erased, no student is left to give one. */
const isOver = (item: Item) => isEncrypted(item.dossier) && (item.state !== 'waiting' || needsCode(item))

/**
 * Deletes settled items of encrypted dossiers that were erased: no student is left to read them. `items` says whether
 * to look.
 */
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
 * Whether to put back an item that the student removed while it was on its way, and that the provider accepted all the
 * same. Not beside an item that took its place, and not where its dossier was erased; its endpoint's row says whether
 * at all.
 */
export async function comesBack(
  { queue, dossiers }: Record<'queue' | 'dossiers', IDBObjectStore>,
  { endpoint, dossier, requestKey }: Item,
): Promise<boolean> {
  if (!storedAs(endpoint)?.waits.comesBack) return false
  const owners = await promisifyRequest(dossiers.count(dossier))
  const items = await itemsIn(queue)
  return owners > 0 && !items.some(item => item.dossier === dossier && item.requestKey === requestKey)
}
