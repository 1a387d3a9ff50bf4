import { promisifyRequest } from 'idb-keyval'
import { isSealed } from '../core/crypto/sealed-id.ts'
import { transact } from '../core/db/database.ts'
import type { Dossier } from '../core/db/dossier.ts'
import { type Item, needsCode } from './item.ts'
import { itemsIn } from './items.ts'

type Stores = Record<'queue' | 'payloads', IDBObjectStore>

/** Each with its body. */
export function remove({ queue, payloads }: Stores, items: readonly Pick<Item, 'id'>[]): void {
  for (const { id } of items) {
    queue.delete(id)
    payloads.delete(id)
  }
}

/** Nobody is left either who could give a code for it. */
const isOver = (item: Item) => isSealed(item.dossier) && (item.state !== 'waiting' || needsCode(item))

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
