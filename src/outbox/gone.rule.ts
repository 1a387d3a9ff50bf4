import { type Item, isDocument, mayGo } from './item.ts'

/** What became of documents that nobody was looking at. */
export interface Gone {
  arrived: number
  refused: number
}

/** Since then, of each dossier of which no document waits any more; undefined where nothing has happened. Milliseconds. */
export function goneSince(items: readonly Item[], since: number): Gone | undefined {
  const documents = items.filter(({ slot }) => isDocument(slot))
  const underWay = documents.filter(mayGo).map(({ dossier }) => dossier)
  const settled = documents.filter(({ dossier, settledAt = 0 }) => settledAt >= since && !underWay.includes(dossier))
  const arrived = settled.filter(({ state }) => state === 'accepted').length
  return settled.length > 0 ? { arrived, refused: settled.length - arrived } : undefined
}
