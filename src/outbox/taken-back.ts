import { promisifyRequest } from 'idb-keyval'
import type { Item } from './item.ts'

/**
 * Whether what the student took back while it was on its way, and the provider has accepted all the same, is put back.
 * Not beside what has taken its place, not where its dossier was erased, and no answers that the student changes meanwhile.
 */
export async function comesBack(
  { queue, dossiers }: Record<'queue' | 'dossiers', IDBObjectStore>,
  { endpoint, dossier, slot }: Item,
): Promise<boolean> {
  if (endpoint === 'enrol') return false
  const owners = await promisifyRequest(dossiers.count(dossier))
  const items: Item[] = await promisifyRequest(queue.getAll())
  return owners > 0 && !items.some(item => item.dossier === dossier && item.slot === slot)
}
