import { isDamage } from '../core/db/damage.ts'
import { storageTrouble } from '../core/db/database.ts'
import { changeDossier, type Dossier } from '../core/db/dossiers.ts'
import { isReady } from '../core/db/ready.ts'
import {
  dropSourceFile,
  keepSourceFile,
  type SourceFile,
  sourceFileOf,
} from '../core/db/source-files.ts'
import { within } from '../core/db/within.ts'
import { noteLost } from '../core/db/witness.page.ts'
import { withdrawRequest } from '../outbox/api.ts'
import { type Item, isConfirmed } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import { storageTroubleText } from '../outbox/ui/text.ts'
import { type DocumentType, maxUploadBytes } from '../spec/documents.ts'
import { tooLargeMessage } from '../spec/text.ts'
import type { Whole } from './image/photo.ts'
import { damagedMessage, noMatriculeMessage, unreadableMessage } from './text.ts'

/**
 * First of three: a photo is picked here, made smaller in prepare.ts, and handed to the outbox in
 * queue.ts.
 */

/**
 * Where a photo goes, as it was when the photo was picked: the answers may change while it is
 * prepared.
 */
export interface Destination {
  dossier: string
  kind: Dossier['kind']
  document: DocumentType
  /**
   * Undefined while the provider takes no documents of this dossier: the prepared photo stays on
   * the device.
   */
  matricule?: string
}

/**
 * A picked file, with its revision where the disk has kept it; or a given photo, by its id, that is
 * edited.
 */
export type Picked = Whole &
  Pick<SourceFile, 'revision'> & { to: Destination; edits?: string | undefined }

/** @param items of this dossier */
export function destinationOf(
  { id, kind, answers: { matricule = '' } }: Pick<Dossier, 'id' | 'kind' | 'answers'>,
  document: DocumentType,
  items: readonly Item[],
): Destination {
  const to = { dossier: id, kind, document }
  return takesDocuments(kind, items) ? { ...to, matricule } : to
}

export const takesDocuments = (kind: Dossier['kind'], items: readonly Item[]): boolean =>
  kind === 'correction' || isConfirmed(items)

/**
 * Copies the picked file to the disk before anything else: Android may take it away later, and a
 * decoder may bring the page down (docs/platform.md). Section 4: size, then the rest. A disk too
 * full for the copy may still have room for the prepared photo, a tenth of it, so that alone is no
 * fault.
 * @returns the French message of what is wrong with the file
 */
export async function pickFile(
  file: File,
  dossier: Dossier,
  document: DocumentType,
  signal: AbortSignal,
  onRead: () => void = () => undefined,
): Promise<Picked | string> {
  if (file.size > maxUploadBytes) return tooLargeMessage
  const [items, bytes] = await Promise.all([
    // Lists are read until a disk answers. Unread, the photo is prepared in advance.
    within(itemsOf(dossier.id)).catch(() => []),
    file.arrayBuffer().catch(() => undefined),
  ])
  const to = destinationOf(dossier, document, items)
  if (to.matricule === '') return noMatriculeMessage
  if (!bytes) return unreadableMessage
  if (!signal.aborted) onRead()
  try {
    if (to.matricule === undefined) await keepDossier(dossier)
  } catch (error) {
    return storageTroubleText[storageTrouble(error)]
  }
  const picked = { bytes, picture: new Blob([bytes]), to }
  // A slower, older file must not be copied over the newer one.
  if (signal.aborted) return picked
  // A prepared photo is not overwritten by a file that may be no photo: it stays until the new one
  // is prepared.
  if (await isReady(dossier.id, document).catch(() => false)) return picked
  const revision = crypto.randomUUID()
  const { name, type } = file
  const sourceFile = { bytes, name, type, at: Date.now(), revision }
  return keepSourceFile(dossier.id, document, sourceFile, signal).then(
    () => ({ ...picked, revision }),
    () => picked,
  )
}

/** Writes the dossier to the disk before its first photo, which would belong to no student. */
export async function keepDossier(dossier: Dossier): Promise<void> {
  await changeDossier(dossier.id, stored => stored ?? dossier)
}

/**
 * The file that an ended page had copied.
 * @returns the French message where the disk has damaged it: it is forgotten then
 */
export async function readPicked(to: Destination): Promise<Picked | string | undefined> {
  const sourceFile = await sourceFileOf(to.dossier, to.document).catch(error =>
    isDamage(error) ? giveUpDamaged(to) : undefined,
  )
  if (typeof sourceFile === 'string') return sourceFile
  if (!sourceFile) return undefined
  const { bytes, revision } = sourceFile
  return { bytes, picture: new Blob([bytes]), to, ...(revision !== undefined && { revision }) }
}

/** Frees the row for another photo. @returns what it tells the student */
export async function giveUpDamaged({
  dossier,
  document,
}: Pick<Destination, 'dossier' | 'document'>): Promise<string> {
  await dropSourceFile(dossier, document)
  noteLost(dossier, document)
  return damagedMessage
}

/** Removes the picked file and the photo made from it; a newer photo from another tab stays. */
export async function withdrawPhoto(dossier: string, document: DocumentType): Promise<void> {
  await dropSourceFile(dossier, document)
  await withdrawRequest(dossier, document)
}
