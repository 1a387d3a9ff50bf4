import { keptOriginals } from '../core/db/originals.ts'
import { type ReadyPhoto, readyOf } from '../core/db/ready.ts'
import type { Item } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'

/** A prepared photo as a row reads it: kept here, and no request yet. */
const asItem = (dossier: string, { document, at, pick, ready: { fingerprint, wire } }: ReadyPhoto): Item => ({
  id: pick,
  dossier,
  slot: document,
  endpoint: '',
  digest: '',
  bytes: wire.plain,
  gzippedBytes: wire.gzipped,
  fingerprint,
  state: 'waiting',
  attempts: 0,
  notBefore: at,
  createdAt: at,
})

export async function readyItems(dossier: string, except?: DocumentType): Promise<Item[]> {
  return (await readyOf(dossier, except)).map(photo => asItem(dossier, photo))
}

/** Of two photos for one document the newer one counts. Pure. */
export function givenOf(items: readonly Item[], ready: readonly Item[]): Item[] {
  const isNewest = (one: Item, others: readonly Item[]) =>
    !others.some(({ slot, createdAt }) => slot === one.slot && createdAt >= one.createdAt)
  const waiting = ready.filter(one => isNewest(one, items))
  return [...items.filter(one => isNewest(one, waiting)), ...waiting]
}

/** All that was given of a dossier, sent, on its way or only prepared. `except`: whose prepared photo is not wanted. */
export async function givenIn(dossier: string, except?: DocumentType): Promise<Item[]> {
  const [items, ready] = await Promise.all([itemsOf(dossier), readyItems(dossier, except)])
  return givenOf(items, ready)
}

/** Whether there is a photo of it, also one that is still to be prepared. */
export async function isGiven(dossier: string, document: DocumentType): Promise<boolean> {
  const [given, kept] = await Promise.all([givenIn(dossier), keptOriginals(dossier)])
  return kept.includes(document) || given.some(({ slot }) => slot === document)
}
