import { get, promisifyRequest, values } from 'idb-keyval'
import type { BodyOf, WaitingEndpoint } from '../provider/endpoints.ts'
import type { DocumentType } from '../rules/documents.ts'
import { type StoreName, storeOf, transact } from '../storage/database.ts'
import { type Original, originalKey } from '../storage/dossiers.ts'
import { currentMode } from '../storage/shared-mode.ts'
import type { Sealed } from '../vault/cipher.ts'
import { LockedError } from '../vault/keyring.ts'
import { isSealed } from '../vault/sealed-id.ts'
import type { Item } from './item.ts'
import { remove } from './orphans.ts'
import { comesBack } from './taken-back.ts'
import { after, type Event, hurried } from './transitions.ts'
import { type Payload, readBody, silenced, unveiled, veiledBody, veiledItem, veiledWords } from './veil.ts'

const queue = storeOf('queue')
const payloads = storeOf('payloads')

export function listItems(): Promise<Item[]> {
  return values<Item>(queue)
}

/** Those of one dossier, as its student sees them. */
export async function itemsOf(dossier: string): Promise<Item[]> {
  const mine = (await listItems()).filter(item => item.dossier === dossier)
  return isSealed(dossier) ? Promise.all(mine.map(unveiled)) : mine
}

export async function payloadOf(id: string): Promise<string | undefined> {
  return readBody(id, await get<Payload>(id, payloads))
}

export interface Request<E extends WaitingEndpoint> {
  dossier: string
  slot: string
  endpoint: E
  body: BodyOf<E>
  /** The picked file that this request was made from: it has served once the request is on the disk. */
  madeFrom?: DocumentType
  /** Which picked file that was, where the disk had room for it. */
  pick?: string | undefined
  /** The item whose photo this one mends. */
  mends?: string | undefined
  gzippedBytes?: number
  fingerprint?: string
}

/**
 * Commits a request to the disk, in place of an older one of its slot. When this resolves, it is kept.
 * What is on its way already, to the byte, is not sent anew: a button may be pressed twice. Nor is an accepted photo; a
 * short call may have to be.
 * @returns false when another file was picked or queued meanwhile, in whichever tab: nothing has changed then
 * @throws DOMException when the device has no room or no database: nothing has changed then
 * @throws LockedError for a dossier in the clear on a shared device
 */
export async function enqueue<E extends WaitingEndpoint>(request: Request<E>, now: number): Promise<boolean> {
  const sealed = isSealed(request.dossier)
  if (!sealed && currentMode() === 'shared') throw new LockedError('Nothing waits in the clear any more.')
  const body = JSON.stringify(request.body)
  const bytes = new TextEncoder().encode(body)
  const made: Item = {
    id: crypto.randomUUID(),
    dossier: request.dossier,
    slot: request.slot,
    endpoint: request.endpoint,
    digest: hex(await crypto.subtle.digest('SHA-256', bytes)),
    bytes: bytes.byteLength,
    ...(request.gzippedBytes === undefined ? {} : { gzippedBytes: request.gzippedBytes }),
    ...(request.fingerprint ? { fingerprint: request.fingerprint } : {}),
    state: 'waiting',
    attempts: 0,
    notBefore: now,
    createdAt: now,
  }
  const { madeFrom, pick, mends } = request
  const item = sealed ? await veiledItem(made) : made
  const payload = sealed ? await veiledBody(item.id, body) : body
  const names: StoreName[] = ['queue', 'payloads', 'originals', ...(sealed ? (['dossiers'] as const) : [])]
  return transact(names, async stores => {
    // Erased while a photo was being prepared: nobody wants it sent any more.
    if (sealed && (await promisifyRequest(stores.dossiers.count(item.dossier))) === 0) return false
    if (madeFrom && (pick ?? mends) !== undefined) {
      const picked = stores.originals.get(originalKey(item.dossier, madeFrom))
      const original: Original | undefined = await promisifyRequest(picked)
      if (mends === undefined ? original?.pick !== pick : original !== undefined) return false
    }
    const items: Item[] = await promisifyRequest(stores.queue.getAll())
    const older = items.filter(({ dossier, slot }) => dossier === item.dossier && slot === item.slot)
    if (mends !== undefined && !older.some(({ id }) => id === mends)) return false
    if (madeFrom) stores.originals.delete(originalKey(item.dossier, madeFrom))
    const stands = ({ state, trouble }: Item) => (madeFrom ? state !== 'refused' : state === 'waiting' && !trouble)
    if (older.some(old => old.digest === item.digest && stands(old))) return true
    remove(stores, older)
    stores.queue.put(
      older.reduce((newer, old) => pausedLike(old, newer), item),
      item.id,
    )
    stores.payloads.put(payload, item.id)
    return true
  })
}

/** A pause that the provider asked for holds for what replaces the item, too, also when the network comes back. */
function pausedLike(old: Item, item: Item): Item {
  const { trouble, notBefore } = old
  const ordered = trouble?.kind === 'http' && trouble.retryAfter !== undefined && notBefore > item.notBefore
  return ordered ? { ...item, trouble, notBefore } : item
}

/** What happened to an item, in one step with forgetting its body. An item that was replaced meanwhile is left alone. */
export async function record(id: string, event: Event, now: number, sent?: Item): Promise<void> {
  const words = await transact(['queue', 'payloads', 'dossiers'], async stores => {
    let before: Item | undefined = await promisifyRequest(stores.queue.get(id))
    if (!before && sent && after(sent, event, now).state === 'accepted' && (await comesBack(stores, sent)))
      before = sent
    if (!before) return undefined
    const next = after(before, event, now)
    const { item, words } = isSealed(next.dossier) && next !== before ? silenced(next) : { item: next }
    stores.queue.put(item, id)
    if (item.state === 'accepted') stores.payloads.delete(id)
    return words
  })
  // Apart, since a transaction does not wait for a cipher; a kill in between costs the words and not the fact.
  if (words) await addWords(id, await veiledWords(id, words))
}

function addWords(id: string, words: Sealed): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const item: Item | undefined = await promisifyRequest(queue.get(id))
    if (item) queue.put({ ...item, veiled: { ...item.veiled, words } }, id)
  })
}

/** The network is back. */
export function hurryAll(now: number): Promise<void> {
  return transact(['queue'], async ({ queue }) => {
    const items: Item[] = await promisifyRequest(queue.getAll())
    for (const item of items) {
      const sooner = hurried(item, now)
      if (sooner !== item) queue.put(sooner, item.id)
    }
  })
}

/** Takes back what has not been accepted: the student removed the photo. */
export function withdraw(dossier: string, slot: string): Promise<void> {
  return deleteItems(item => item.dossier === dossier && item.slot === slot && item.state !== 'accepted')
}

/** Everything of a dossier that has ended. */
export function forgetItems(dossier: string): Promise<void> {
  return deleteItems(item => item.dossier === dossier)
}

/** These alone, and only where nothing of them is left to be sent. */
export function forgetSettled(ids: readonly string[]): Promise<void> {
  return deleteItems(({ id, state }) => ids.includes(id) && state !== 'waiting')
}

function deleteItems(matches: (item: Item) => boolean): Promise<void> {
  return transact(['queue', 'payloads'], async stores => {
    const items: Item[] = await promisifyRequest(stores.queue.getAll())
    remove(stores, items.filter(matches))
  })
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), byte => byte.toString(16).padStart(2, '0')).join('')
}
