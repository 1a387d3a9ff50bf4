import { beforeLock, isEncrypted, openDossier } from '../core/crypto/keyring.ts'
import type { Dossier } from '../core/db/dossiers.ts'
import { sourceFileKey } from '../core/db/source-files.ts'
import { itemsOf } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'
import { type GivenPhoto, givenOf, readPicture, readyPhotos } from './given.ts'
import type { Corners, Edit } from './image/geometry.ts'
import { destinationOf, type Picked } from './pick.ts'

/** What an edit starts from: the photo as it was picked, and its edit so far. */
export interface EditSource {
  picture: Blob
  /** Where the sheet seems to lie. */
  corners: Corners | null
  edit: Edit | undefined
  /**
   * Of the item queued from this source. When the two differ, another tab has queued another photo
   * meanwhile.
   */
  fingerprint: string
}

/**
 * Kept for as long as the page lives, never on the disk. A Blob, which the browser may move out of
 * the page's memory.
 */
const sources = new Map<string, EditSource>()
// On lock, the page drops the dossier's photos together with its key.
beforeLock(() => sources.clear())

export function rememberSource(dossier: string, document: DocumentType, source: EditSource): void {
  // The dossier may have been locked while the photo was being prepared.
  if (isEncrypted(dossier) && openDossier() !== dossier) return
  sources.set(sourceFileKey(dossier, document), source)
}

export function forgetSource(dossier: string, document: DocumentType): void {
  sources.delete(sourceFileKey(dossier, document))
}

function known({ dossier, document, fingerprint }: GivenPhoto): EditSource | undefined {
  const source = sources.get(sourceFileKey(dossier, document))
  return source?.fingerprint === fingerprint ? source : undefined
}

/** The source of the document's last photo that was picked on this page. */
export function pickedSource(dossier: string, document: DocumentType): EditSource | undefined {
  return sources.get(sourceFileKey(dossier, document))
}

/**
 * What to edit, with the photo that it replaces, read from the disk: a screen may lag behind it.
 * Undefined where that photo is not made from `source`: another tab has given another meanwhile.
 */
export async function pickSource(
  dossier: Dossier,
  document: DocumentType,
  { picture, fingerprint }: EditSource,
): Promise<Picked | undefined> {
  const [items, ready] = await Promise.all([itemsOf(dossier.id), readyPhotos(dossier.id)])
  const photo = givenOf(items, ready).find(one => one.document === document)
  if (photo?.fingerprint !== fingerprint) return undefined
  const to = destinationOf(dossier, document, items)
  return { bytes: await picture.arrayBuffer(), picture, to, edits: photo.id }
}

/** @param photo of the document; undefined where it has none */
export const canEdit = (photo: GivenPhoto | undefined): boolean =>
  photo !== undefined && (photo.request?.state !== 'accepted' || known(photo) !== undefined)

/** After a reload, only the prepared photo is left to edit; once it is accepted, none is. */
export async function sourceOf(photo: GivenPhoto): Promise<EditSource | undefined> {
  const source = known(photo)
  if (source) return source
  const picture = await readPicture(photo)
  return picture && { picture, corners: null, edit: undefined, fingerprint: photo.fingerprint }
}
