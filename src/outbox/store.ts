import { promisifyRequest } from 'idb-keyval'
import { storedAs } from '../core/api/endpoints.ts'
import type { Upload } from '../core/api/upload.ts'
import type { Encrypted } from '../core/crypto/cipher.ts'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { transact } from '../core/db/database.ts'
import { letGoFirst } from '../core/db/let-go.ts'
import { putCode } from '../core/db/receipt-code.ts'
import { encryptWords, type Payload, redacted } from './encrypt-items.ts'
import { type Item, needsCode } from './item.ts'
import { itemIn, itemsIn, putItem } from './items.ts'
import { applyEvent, type Event, hurryItem, withUpload } from './transitions.ts'

/** What the sender writes. What a screen may do is in api.ts. */

/**
 * Writes what happened to an item, in one step with deleting its body. An item that was replaced
 * meanwhile is left alone.
 * @param sent the item as it was when it was sent; the student may have removed it meanwhile
 */
export async function record(id: string, event: Event, now: number, sent?: Item): Promise<void> {
  const words = await transact(['queue', 'payloads', 'dossiers', 'device'], async stores => {
    let before = await itemIn(stores.queue, id)
    if (
      !before &&
      sent &&
      applyEvent(sent, event, now).state === 'accepted' &&
      (await comesBack(stores, sent))
    )
      before = sent
    if (!before) return undefined
    const next = applyEvent(before, event, now)
    if (next === before) return undefined
    const { item, words } = isEncrypted(next.dossier) ? redacted(next) : { item: next }
    putItem(stores.queue, item)
    if (item.state === 'accepted') {
      if (item.requestKey === 'code') await keepCodeOf(item, stores)
      stores.payloads.delete(id)
    }
    // The provider had asked for a code: the page that sent that code may have ended before it was
    // written down.
    if (item.state === 'accepted' && before.code)
      await releaseItems(stores.queue, item.dossier, now)
    return words
  })
  // After the transaction, which does not wait for a cipher; a kill in between costs the words and
  // not the fact.
  if (words) await addWords(id, await encryptWords(id, words))
}

/** Writes where an upload in parts stands. */
export function keepUpload(id: string, upload: Upload | undefined): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const item = await itemIn(queue, id)
    if (item) putItem(queue, withUpload(item, upload))
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

export function addWords(id: string, words: Encrypted): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const item = await itemIn(queue, id)
    if (item) putItem(queue, { ...item, encryptedParts: { ...item.encryptedParts, words } })
  })
}

/** A code was accepted: what waits of that dossier is sent again. */
export async function releaseItems(
  queue: IDBObjectStore,
  dossier: string,
  now: number,
): Promise<void> {
  for (const item of await itemsIn(queue)) {
    const next = item.dossier === dossier ? applyEvent(item, { kind: 'confirmed' }, now) : item
    if (next !== item) putItem(queue, next)
  }
}

/** The network is back. */
export function hurryItems(now: number): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const items = await itemsIn(queue)
    for (const item of items) {
      const sooner = hurryItem(item, now)
      if (sooner !== item) putItem(queue, sooner)
    }
  })
}

type Stores = Record<'queue' | 'payloads', IDBObjectStore>

/** Deletes each item with its body. */
export function deleteItems({ queue, payloads }: Stores, items: readonly Pick<Item, 'id'>[]): void {
  for (const { id } of items) {
    queue.delete(id)
    payloads.delete(id)
  }
}

/** Settled, or waiting for a code: once the dossier is erased, no student is left to give one. */
const isOver = (item: Item) =>
  isEncrypted(item.dossier) && (item.state !== 'waiting' || needsCode(item))

/**
 * Deletes settled items of encrypted dossiers that were erased: no student is left to read them.
 * `items` says whether to look.
 */
export async function forgetOrphans(items: readonly Item[]): Promise<void> {
  if (!items.some(isOver)) return
  const owners = (await transact(['dossiers'], ({ dossiers }) =>
    promisifyRequest(dossiers.getAllKeys()),
  )) as string[]
  const orphans = items.filter(item => isOver(item) && !owners.includes(item.dossier))
  if (orphans.length === 0) return
  const forget = () =>
    transact(['queue', 'payloads', 'dossiers'], async stores => {
      const owners = await promisifyRequest(stores.dossiers.getAllKeys())
      const all = await itemsIn(stores.queue)
      deleteItems(
        stores,
        all.filter(item => isOver(item) && !owners.includes(item.dossier)),
      )
    })
  await letGoFirst(
    ({ owner }) => orphans.some(({ dossier, requestKey }) => owner === `${dossier}/${requestKey}`),
    forget,
  )
}

/**
 * Whether to put back an item that the student removed while it was on its way, and that the
 * provider accepted all the same. Not beside an item that took its place, and not where its dossier
 * was erased; its endpoint's row says whether at all.
 */
async function comesBack(
  { queue, dossiers }: Record<'queue' | 'dossiers', IDBObjectStore>,
  { endpoint, dossier, requestKey }: Item,
): Promise<boolean> {
  if (!storedAs(endpoint)?.waits.comesBack) return false
  const owners = await promisifyRequest(dossiers.count(dossier))
  const items = await itemsIn(queue)
  return (
    owners > 0 && !items.some(item => item.dossier === dossier && item.requestKey === requestKey)
  )
}
