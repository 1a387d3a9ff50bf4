import { readThenWrite } from '../storage/database.ts'
import { isSealed } from '../vault/sealed-id.ts'
import type { Item } from './item.ts'

type Stores = Record<'queue' | 'payloads', IDBObjectStore>

export function deleteFrom({ queue, payloads }: Stores, matches: (item: Item) => boolean): void {
  const reading = queue.getAll()
  reading.onsuccess = () => {
    for (const { id } of (reading.result as Item[]).filter(matches)) {
      queue.delete(id)
      payloads.delete(id)
    }
  }
}

/** What has settled of sealed dossiers that were erased: nobody is left to be told. `items` says whether to look. */
export async function forgetOrphans(items: readonly Item[]): Promise<void> {
  if (!items.some(({ dossier, state }) => isSealed(dossier) && state !== 'waiting')) return
  await readThenWrite(['queue', 'payloads', 'dossiers'], stores => {
    const owners = stores.dossiers.getAllKeys()
    owners.onsuccess = () =>
      deleteFrom(
        stores,
        ({ dossier, state }) => isSealed(dossier) && state !== 'waiting' && !owners.result.includes(dossier),
      )
  })
}
