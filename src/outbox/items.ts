import { get, promisifyRequest, values } from 'idb-keyval'
import { isSealed } from '../core/crypto/sealed-id.ts'
import { storeOf } from '../core/db/database.ts'
import { type Item, readItem } from './item.ts'
import { listen } from './signals.ts'
import { type Payload, readBody, unveiled } from './veil.ts'

/** What stands in the outbox, for whoever only looks. */

const queue = storeOf('queue')
const payloads = storeOf('payloads')

export async function listItems(): Promise<Item[]> {
  return (await values<unknown>(queue)).flatMap(row => readItem(row) ?? [])
}

/** Those of one dossier, as its student sees them. */
export async function itemsOf(dossier: string): Promise<Item[]> {
  const mine = (await listItems()).filter(item => item.dossier === dossier)
  return isSealed(dossier) ? Promise.all(mine.map(unveiled)) : mine
}

export async function payloadOf(id: string): Promise<string | undefined> {
  return readBody(id, await get<Payload>(id, payloads))
}

/** In the middle of a transaction. */
export async function itemsIn(store: IDBObjectStore): Promise<Item[]> {
  const rows: unknown[] = await promisifyRequest(store.getAll())
  return rows.flatMap(row => readItem(row) ?? [])
}

export async function itemIn(store: IDBObjectStore, id: string): Promise<Item | undefined> {
  return readItem(await promisifyRequest<unknown>(store.get(id)))
}

/** Calls back when the items have changed, in whichever tab. */
export function onItemsChanged(listener: () => void): () => void {
  return listen(({ kind }) => {
    if (kind === 'changed') listener()
  })
}
