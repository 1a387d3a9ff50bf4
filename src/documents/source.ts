import { beforeLock, isEncrypted, openDossier } from '../core/crypto/keyring.ts'
import { type ReadyPhoto, readyOf } from '../core/db/ready.ts'
import { keptSourceFiles, sourceFileOf } from '../core/db/source-files.ts'
import { type Item, isDocument } from '../outbox/item.ts'
import { itemsOf, payloadOf } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'
import { fromBase64 } from './image/base64.ts'
import type { Corners, Edit } from './image/geometry.ts'
import type { Whole } from './image/photo.ts'

/** What a photo can be mended from: as it was picked, and what has been done to it. */
export interface Source {
  picture: Blob
  /** Where the sheet seems to lie. */
  corners: Corners | null
  edit: Edit | undefined
  /** Of what is queued from it. Where the item has another, another tab has given another photo meanwhile. */
  fingerprint: string
}

/** For as long as the page lives, and never on the disk. A Blob, which the browser may put out of the page's memory. */
const sources = new Map<string, Source>()
// A locked dossier's photos are gone from the page with its key.
beforeLock(() => sources.clear())
const keyOf = (dossier: string, document: DocumentType) => `${dossier}/${document}`

export function rememberSource(dossier: string, document: DocumentType, source: Source): void {
  // It may have been locked while the photo was being prepared.
  if (isEncrypted(dossier) && openDossier() !== dossier) return
  sources.set(keyOf(dossier, document), source)
}

export function forgetSource(dossier: string, document: DocumentType): void {
  sources.delete(keyOf(dossier, document))
}

function known(dossier: string, document: DocumentType, item: Item): Source | undefined {
  const source = sources.get(keyOf(dossier, document))
  return source?.fingerprint === (item.fingerprint ?? '') ? source : undefined
}

/** As it was picked on this page, for the document's last photo. */
export function pickedSource(dossier: string, document: DocumentType): Source | undefined {
  return sources.get(keyOf(dossier, document))
}

/**
 * What a mend is made from and which item it replaces, read from the disk: a screen may lag behind it. Nothing where the
 * photo at hand is not the one that lies there: another tab has given another meanwhile.
 */
export async function beginEdit(
  dossier: string,
  document: DocumentType,
  source: Source,
): Promise<(Whole & { mends: Item['id'] }) | undefined> {
  const items = await givenIn(dossier)
  const item = items.find(
    ({ slot: requestKey, fingerprint = '' }) => requestKey === document && fingerprint === source.fingerprint,
  )
  const { picture } = source
  return item && { bytes: await picture.arrayBuffer(), picture, mends: item.id }
}

export function canEdit(dossier: string, document: DocumentType, item: Item | undefined): boolean {
  return item !== undefined && (item.state !== 'accepted' || known(dossier, document, item) !== undefined)
}

/** After a reload only the prepared photo is left to be mended, and after its success none. */
export async function sourceOf(
  dossier: string,
  document: DocumentType,
  item: Item | undefined,
): Promise<Source | undefined> {
  if (!item) return undefined
  const source = known(dossier, document, item)
  if (source) return source
  const picture = await waitingPicture(item)
  return picture && { picture, corners: null, edit: undefined, fingerprint: item.fingerprint ?? '' }
}

/** The photo in a request that has not been accepted, or in what is to become one. */
export async function waitingPicture({
  id,
  dossier,
  slot: requestKey,
}: Pick<Item, 'id' | 'dossier' | 'slot'>): Promise<Blob | undefined> {
  const body = await payloadOf(id)
  if (body === undefined) {
    const sourceFile = isDocument(requestKey) ? await sourceFileOf(dossier, requestKey) : undefined
    return sourceFile?.ready && sourceFile.pick === id ? new Blob([sourceFile.bytes]) : undefined
  }
  const { image } = JSON.parse(body) as { image?: unknown }
  return typeof image === 'string' ? new Blob([fromBase64(image)]) : undefined
}

/** A prepared photo as a row reads it: kept here, and no request yet. */
const asItem = (dossier: string, { document, at, pick: pickId, ready: { fingerprint, wire } }: ReadyPhoto): Item => ({
  id: pickId,
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
    !others.some(({ slot: requestKey, createdAt }) => requestKey === one.slot && createdAt >= one.createdAt)
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
  const [given, kept] = await Promise.all([givenIn(dossier), keptSourceFiles(dossier)])
  return kept.includes(document) || given.some(({ slot: requestKey }) => requestKey === document)
}
