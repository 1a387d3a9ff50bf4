import { problemOf } from '../core/api/problem.ts'
import { isDamage } from '../core/db/damage.ts'
import { readyOf } from '../core/db/ready.ts'
import { keptSourceFiles, type Ready, sourceFileOf } from '../core/db/source-files.ts'
import { giveUpDamaged } from '../outbox/api.ts'
import { damagedItem, type Item, isDocument, wireBytes } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import { wholeBody } from '../outbox/whole-body.ts'
import type { DocumentType } from '../spec/documents.ts'
import { fromBase64 } from './image/base64.ts'

/** The photo that a document has. */
export interface GivenPhoto {
  dossier: string
  document: DocumentType
  /** The request's id; the revision of a photo that is no request yet. */
  id: string
  givenAt: number
  /** Empty where no decoder could read the photo. */
  fingerprint: string
  wire: Ready['wire']
  /** Undefined while the prepared photo waits until the provider takes documents. */
  request?: Item
}

function requestedPhotos(items: readonly Item[]): GivenPhoto[] {
  return items.flatMap(request => {
    const { id, dossier, requestKey: document, createdAt: givenAt, fingerprint = '' } = request
    const wire = { gzipped: wireBytes(request, true), plain: wireBytes(request, false) }
    return isDocument(document)
      ? [{ id, dossier, document, givenAt, fingerprint, wire, request }]
      : []
  })
}

/** @param except the document whose prepared photo is left out */
export async function readyPhotos(dossier: string, except?: DocumentType): Promise<GivenPhoto[]> {
  const ready = await readyOf(dossier, except)
  return ready.map(({ document, at, revision, ready }) => ({
    ...(ready ?? {
      fingerprint: '',
      wire: { gzipped: 0, plain: 0 },
      request: damagedItem({ id: `${dossier}/${document}`, dossier, requestKey: document }),
    }),
    id: revision,
    dossier,
    document,
    givenAt: at,
  }))
}

/** Of two photos for one document the newer one counts. Pure. */
export function givenOf(items: readonly Item[], ready: readonly GivenPhoto[]): GivenPhoto[] {
  const requested = requestedPhotos(items)
  const isNewest = (one: GivenPhoto, others: readonly GivenPhoto[]) =>
    !others.some(({ document, givenAt }) => document === one.document && givenAt >= one.givenAt)
  const waiting = ready.filter(one => isNewest(one, requested))
  return [...requested.filter(one => isNewest(one, waiting)), ...waiting]
}

/** All photos of a dossier: sent, waiting or only prepared. */
export async function givenIn(dossier: string, except?: DocumentType): Promise<GivenPhoto[]> {
  const [items, ready] = await Promise.all([itemsOf(dossier), readyPhotos(dossier, except)])
  return givenOf(items, ready)
}

/** Whether the document has a photo, also one that is still to be prepared. */
export async function isDocumentGiven(dossier: string, document: DocumentType): Promise<boolean> {
  const [given, kept] = await Promise.all([givenIn(dossier), keptSourceFiles(dossier)])
  return kept.includes(document) || given.some(photo => photo.document === document)
}

/**
 * The picture, as it will be sent; undefined once the provider has accepted it, another has replaced
 * it, or the disk has damaged it.
 */
export async function readPicture({
  id,
  dossier,
  document,
}: Pick<GivenPhoto, 'id' | 'dossier' | 'document'>): Promise<Blob | undefined> {
  const body = await wholeBody(id).catch(async error => {
    if (problemOf(error)) await giveUpDamaged(id, Date.now())
    return ifDamaged(error)
  })
  if (body === undefined) {
    const sourceFile = await sourceFileOf(dossier, document).catch(ifDamaged)
    return sourceFile?.ready && sourceFile.revision === id
      ? new Blob([sourceFile.bytes])
      : undefined
  }
  const { image } = JSON.parse(body) as { image?: unknown }
  return typeof image === 'string' ? new Blob([fromBase64(image)]) : undefined
}

function ifDamaged(error: unknown): undefined {
  if (!problemOf(error) && !isDamage(error)) throw error
}
