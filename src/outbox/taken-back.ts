import { promisifyRequest } from 'idb-keyval'
import { storedAs } from '../core/api/endpoints.ts'
import type { Item } from './item.ts'
import { itemsIn } from './items.ts'

/**
 * Whether what the student took back while it was on its way, and the provider has accepted all the same, is put back.
 * Not beside what has taken its place, and not where its dossier was erased; its row says whether at all.
 */
export async function comesBack(
  { queue, dossiers }: Record<'queue' | 'dossiers', IDBObjectStore>,
  { endpoint, dossier, slot }: Item,
): Promise<boolean> {
  if (!storedAs(endpoint)?.waits.comesBack) return false
  const owners = await promisifyRequest(dossiers.count(dossier))
  const items = await itemsIn(queue)
  return owners > 0 && !items.some(item => item.dossier === dossier && item.slot === slot)
}
