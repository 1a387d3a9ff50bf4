import { type Item, wireBytes } from '../outbox/item.ts'
import type { DocumentType } from '../spec/documents.ts'
import { promisedBytes } from './image/ceilings.ts'

export interface Cost {
  photos: number
  /** On the line: what is kept by its real size, what is still to come by its ceiling. */
  bytes: number
  /** Every photo is there: nothing is a ceiling any more. */
  exact: boolean
  sentBytes: number
}

export function costOf(
  documents: readonly DocumentType[],
  items: readonly Item[],
  { economy, gzip }: { economy: boolean; gzip: boolean },
): Cost {
  const cost: Cost = { photos: documents.length, bytes: 0, exact: true, sentBytes: 0 }
  for (const document of documents) {
    const item = items.find(({ slot }) => slot === document)
    const bytes = item ? wireBytes(item, gzip) : promisedBytes([document], economy, gzip)
    cost.bytes += bytes
    if (!item) cost.exact = false
    if (item?.state === 'accepted') cost.sentBytes += bytes
  }
  return cost
}
