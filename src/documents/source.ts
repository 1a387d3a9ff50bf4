import { beforeLock, isEncrypted, openDossier } from '../core/crypto/keyring.ts'
import { type ReadyPhoto, readyOf } from '../core/db/ready.ts'
import { keptSourceFiles, sourceFileOf } from '../core/db/source-files.ts'
import { type Item, isDocument } from '../outbox/item.ts'
import { itemsOf, payloadOf } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'
import { fromBase64 } from './image/base64.ts'
import type { Corners, Edit } from './image/geometry.ts'
import type { Whole } from './image/photo.ts'

/** What an edit starts from: the photo as it was picked, and its edit so far. */
export interface Source {
  picture: Blob
  /** Where the sheet seems to lie. */
  corners: Corners | null
  edit: Edit | undefined
  /** Of the item queued from this source. When the two differ, another tab has queued another photo meanwhile. */
  fingerprint: string
}

/**
 * Kept for as long as the page lives, never on the disk. A Blob, which the browser may move out of the page's memory.
 */
const sources = new Map<string, Source>()
// On lock, the page drops the dossier's photos together with its key.
beforeLock(() => sources.clear())
const keyOf = (dossier: string, document: DocumentType) => `${dossier}/${document}`

export function rememberSource(dossier: string, document: DocumentType, source: Source): void {
  // The dossier may have been locked while the photo was being prepared.
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

/** The source of the document's last photo that was picked on this page. */
export function pickedSource(dossier: string, document: DocumentType): Source | undefined {
  return sources.get(keyOf(dossier, document))
}

/**
 * The bytes to edit and the item to replace, read from the disk: a screen may lag behind it. Undefined where the queued
 * photo is not made from `source`: another tab has queued another meanwhile.
 */
export async function beginEdit(
  dossier: string,
  document: DocumentType,
  source: Source,
): Promise<(Whole & { edits: Item['id'] }) | undefined> {
  const items = await givenIn(dossier)
  const item = items.find(
    ({ requestKey, fingerprint = '' }) => requestKey === document && fingerprint === source.fingerprint,
  )
  const { picture } = source
  return item && { bytes: await picture.arrayBuffer(), picture, edits: item.id }
}

export function canEdit(dossier: string, document: DocumentType, item: Item | undefined): boolean {
  return item !== undefined && (item.state !== 'accepted' || known(dossier, document, item) !== undefined)
}

/** After a reload, only the prepared photo is left to edit; once it is accepted, none is. */
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

/** The photo in a request that has not been accepted, or the prepared photo that is to become one. */
export async function waitingPicture({
  id,
  dossier,
  requestKey,
}: Pick<Item, 'id' | 'dossier' | 'requestKey'>): Promise<Blob | undefined> {
  const body = await payloadOf(id)
  if (body === undefined) {
    const sourceFile = isDocument(requestKey) ? await sourceFileOf(dossier, requestKey) : undefined
    return sourceFile?.ready && sourceFile.revision === id ? new Blob([sourceFile.bytes]) : undefined
  }
  const { image } = JSON.parse(body) as { image?: unknown }
  return typeof image === 'string' ? new Blob([fromBase64(image)]) : undefined
}

/** A prepared photo in the shape that a row reads: kept on this device, and no request yet. */
const asItem = (dossier: string, { document, at, revision, ready: { fingerprint, wire } }: ReadyPhoto): Item => ({
  id: revision,
  shape: 1,
  dossier,
  requestKey: document,
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
    !others.some(({ requestKey, createdAt }) => requestKey === one.requestKey && createdAt >= one.createdAt)
  const waiting = ready.filter(one => isNewest(one, items))
  return [...items.filter(one => isNewest(one, waiting)), ...waiting]
}

/** All photos of a dossier: sent, waiting or only prepared. `except`: the document whose prepared photo is left out. */
export async function givenIn(dossier: string, except?: DocumentType): Promise<Item[]> {
  const [items, ready] = await Promise.all([itemsOf(dossier), readyItems(dossier, except)])
  return givenOf(items, ready)
}

/** Whether the document has a photo, also one that is still to be prepared. */
export async function isGiven(dossier: string, document: DocumentType): Promise<boolean> {
  const [given, kept] = await Promise.all([givenIn(dossier), keptSourceFiles(dossier)])
  return kept.includes(document) || given.some(({ requestKey }) => requestKey === document)
}
