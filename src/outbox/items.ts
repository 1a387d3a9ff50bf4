import { promisifyRequest } from 'idb-keyval'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { storeOf } from '../core/db/database.ts'
import { putRevised } from '../core/db/revision.ts'
import { createChannel } from '../core/platform/signals.ts'
import { decryptItem } from './encrypt-items.ts'
import { type Item, readItem } from './item.ts'

const queue = storeOf('queue')

let reading: Promise<unknown[]> | undefined

/** Whoever asks before a read has begun shares it: what was written by then, it sees. */
export function listRows(): Promise<unknown[]> {
  reading ??= queue('readonly', store => {
    reading = undefined
    return promisifyRequest<unknown[]>(store.getAll())
  }).catch(error => {
    reading = undefined
    throw error
  })
  return reading
}

export async function listItems(): Promise<Item[]> {
  return (await listRows()).flatMap(row => readItem(row) ?? [])
}

/** The items of one dossier, as its student sees them. */
export async function itemsOf(dossier: string): Promise<Item[]> {
  const mine = (await listItems()).filter(item => item.dossier === dossier)
  return isEncrypted(dossier) ? Promise.all(mine.map(decryptItem)) : mine
}

/** Reads within a transaction that is open. */
export async function itemsIn(store: IDBObjectStore): Promise<Item[]> {
  const rows: unknown[] = await promisifyRequest(store.getAll())
  return rows.flatMap(row => readItem(row) ?? [])
}

export async function itemIn(store: IDBObjectStore, id: string): Promise<Item | undefined> {
  return readItem(await promisifyRequest<unknown>(store.get(id)))
}

/** Writes within a transaction that is open. */
export const putItem = (store: IDBObjectStore, item: Item): void => putRevised(store, item, item.id)

/** Calls back when the items have changed, in any tab. */
export function onItemsChanged(listener: () => void): () => void {
  return listen(({ kind }) => {
    if (kind === 'changed') listener()
  })
}

/** What the outbox announces to every tab: something changed on the disk, or bytes are moving. */
export type Signal =
  /** `reached`: the provider itself has answered this tab, another tab or the worker. */
  | { kind: 'changed'; reached?: true }
  | { kind: 'sending'; id: string; sent: number; total: number }
  | { kind: 'idle' }

export const { tell: announce, listen } = createChannel<Signal>('outbox')
