import { wantsEconomy } from '../core/api/line-speed.ts'
import { storageTrouble } from '../core/db/database.ts'
import { countAttempt, forgetAttempts, isReady, type Place } from '../core/db/ready.ts'
import { forgetSourceFile, keepSourceFile, pickIdOf, type SourceFile, sourceFileOf } from '../core/db/source-files.ts'
import { queueRequest, withdrawRequest } from '../outbox/api.ts'
import type { Item } from '../outbox/item.ts'
import { keepForLater } from '../outbox/not-yet-allowed.ts'
import { storageTroubleText } from '../outbox/ui/text.ts'
import { type DocumentType, maxUploadBytes } from '../spec/documents.ts'
import { tooLargeMessage } from '../spec/text.ts'
import { toBase64 } from './image/base64.ts'
import type { Corners, Edit } from './image/geometry.ts'
import type { Prepared, PreparedPhoto, Whole } from './image/photo.ts'
import { preparePhoto } from './image/prepare.page.ts'
import { type Advice, isSamePicture } from './image/quality.ts'
import { refusalText } from './image/text.ts'
import { givenIn } from './source.ts'
import { noMatriculeMessage, notKeptMessage, unreadableMessage } from './text.ts'
import type { UploadTarget } from './upload-target.ts'

interface Kept {
  kept: true
  advice: readonly Advice[]
  /** `picture`: as it is sent; `from`: as it was picked. */
  picture: Blob
  from: Blob
  corners: Corners | null
  fingerprint: string
  wasEdited: boolean
}

export type Taken =
  | Kept
  | { kept: false; fault: string }
  /** The code that prepares photos could not be loaded: the picked file is on the disk and waits for the network. */
  | { kept: false; postponed: true }
  /** A newer photo for the same document has come meanwhile. */
  | { kept: false; fault: undefined }

/** A picked file, with its pick id where the disk has kept it; or a queued photo that is edited. */
export type Picked = Whole & Pick<SourceFile, 'pickId'> & { edits?: Item['id'] | undefined }

/**
 * Copies the picked file to the disk before anything else: Android may take it away later, and a decoder may bring the
 * page down (docs/platform.md). Section 4: reset, size, then the rest. A disk too full for the copy may still have room
 * for the prepared photo, a tenth of it, so that alone is no fault.
 */
export async function keepPicked(
  file: File,
  document: DocumentType,
  to: UploadTarget,
  signal: AbortSignal,
  hasBytes: () => void = () => undefined,
): Promise<Picked | string> {
  if (file.size > maxUploadBytes) return tooLargeMessage
  if (to.request && !to.matricule) return noMatriculeMessage
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return unreadableMessage
  }
  if (!signal.aborted) hasBytes()
  try {
    if (!to.request) await to.begin()
  } catch (error) {
    return storageTroubleText[storageTrouble(error)]
  }
  const picked = { bytes, picture: new Blob([bytes]) }
  // A slower, older file must not be copied over the newer one.
  if (signal.aborted) return picked
  // A prepared photo is not overwritten by a file that may be no photo: it stays until the new one is prepared.
  if (await isReady(to.dossier, document).catch(() => false)) return picked
  const pickId = crypto.randomUUID()
  return keepSourceFile(to.dossier, document, {
    bytes,
    name: file.name,
    type: file.type,
    at: Date.now(),
    pickId,
  }).then(
    () => ({ ...picked, pickId }),
    () => picked,
  )
}

/** Removes the picked file and the photo made from it; a newer photo from another tab stays. */
export async function withdrawPhoto(document: DocumentType, { dossier }: UploadTarget): Promise<void> {
  await forgetSourceFile(dossier, document, await pickIdOf(dossier, document))
  await withdrawRequest(dossier, document)
}

/** A photo that has ended so many pages is not decoded on this phone again: it would end every later page too. */
const mostAttempts = 2

/** Continues with the source file that an ended page had copied. */
export async function prepareKept(
  document: DocumentType,
  to: UploadTarget,
  signal: AbortSignal,
  prepare = preparePhoto,
): Promise<Taken> {
  const sourceFile = await sourceFileOf(to.dossier, document).catch(() => undefined)
  if (!sourceFile) return { kept: false, fault: undefined }
  const picked = { ...sourceFile, picture: new Blob([sourceFile.bytes]) }
  const attempt = await countAttempt(to.dossier, document).catch(() => 0)
  const taken = await preparePicked(picked, document, to, signal, { asItIs: attempt > mostAttempts }, prepare)
  await forgetAttempts(to.dossier, document).catch(() => undefined)
  return taken
}

/** The student's edit, and `asItIs` for a photo that this phone cannot decode. */
export interface Making {
  edit?: Edit
  asItIs?: boolean
}

/**
 * From the picked bytes, which are transferred, to a request in the outbox, or to a prepared photo that waits to be
 * one.
 */
export async function preparePicked(
  { bytes: sourceFile, picture: from, pickId, edits }: Picked,
  document: DocumentType,
  to: UploadTarget,
  signal: AbortSignal,
  making: Making = {},
  prepare = preparePhoto,
): Promise<Taken> {
  let prepared: Prepared
  try {
    prepared = await prepare(
      { bytes: sourceFile, picture: from },
      { document, economy: wantsEconomy(), signal, ...making },
    )
  } catch {
    if (signal.aborted) return { kept: false, fault: undefined }
    // Only a photo whose source is on the disk can be continued later.
    return pickId || edits ? { kept: false, postponed: true } : { kept: false, fault: notKeptMessage }
  }
  try {
    if (signal.aborted) return { kept: false, fault: undefined }
    if (!prepared.ok) {
      await forgetSourceFile(to.dossier, document, pickId)
      return { kept: false, fault: refusalText[prepared.reason] }
    }
    const { bytes, advice, corners, fingerprint } = prepared.photo
    const image = to.request && (await toBase64(bytes))
    // Only advice depends on this: a list that can't be read must not keep the photo out of the queue.
    const repeated = await isUsedElsewhere(fingerprint, document, to.dossier).catch(() => false)
    if (signal.aborted) return { kept: false, fault: undefined }
    if (!(await give(to, document, prepared.photo, image, { pickId, edits }))) return { kept: false, fault: undefined }
    const seen = repeated ? [...advice, 'sameAs' as const] : advice
    return {
      kept: true,
      advice: seen,
      picture: new Blob([bytes]),
      from,
      corners,
      fingerprint,
      wasEdited: making.edit !== undefined,
    }
  } catch (error) {
    if (signal.aborted) return { kept: false, fault: undefined }
    return { kept: false, fault: storageTroubleText[storageTrouble(error)] }
  }
}

/** @returns false when another photo has come meanwhile */
async function give(
  to: UploadTarget,
  document: DocumentType,
  { bytes, format, fingerprint, wire }: PreparedPhoto,
  image: string | undefined,
  place: Place,
): Promise<boolean> {
  const { dossier } = to
  if (!to.request || image === undefined) {
    const made = { bytes: bytes.slice().buffer, type: `image/${format}`, ready: { fingerprint, wire } }
    return keepForLater(dossier, document, made, place, Date.now())
  }
  const made = { dossier, requestKey: document, madeFrom: document, ...place, gzippedBytes: wire.gzipped, fingerprint }
  return queueRequest({ ...made, ...to.request(document, image) }, Date.now())
}

async function isUsedElsewhere(fingerprint: string, document: DocumentType, dossier: string): Promise<boolean> {
  if (!fingerprint) return false
  const items = await givenIn(dossier, document)
  return items.some(item => item.requestKey !== document && isSamePicture(fingerprint, item.fingerprint ?? ''))
}
