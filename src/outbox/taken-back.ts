import type { Item } from './item.ts'

/**
 * Puts back what the student took back while it was on its way, and the provider has accepted all the same. Not beside
 * what has taken its place, not where its dossier was erased, and no answers that the student changes meanwhile.
 */
export function putBack(
  { queue, dossiers }: Record<'queue' | 'dossiers', IDBObjectStore>,
  sent: Item,
  put: (item: Item) => void,
): void {
  const { endpoint, dossier, slot } = sent
  if (endpoint === 'enrol') return
  const owner = dossiers.count(dossier)
  const reading = queue.getAll()
  reading.onsuccess = () => {
    const isTaken = (reading.result as Item[]).some(item => item.dossier === dossier && item.slot === slot)
    if (!isTaken && owner.result > 0) put(sent)
  }
}
