import { tooLargeMessage } from '../common/text.ts'
import { ask, takeBack as takeBackRequest } from '../outbox/door.ts'
import type { Item } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import { toBase64 } from '../photos/base64.ts'
import type { Corners, Mend } from '../photos/geometry.ts'
import type { Prepared, Whole } from '../photos/photo.ts'
import { preparePhoto } from '../photos/prepare.page.ts'
import { type Advice, isSamePicture } from '../photos/quality.ts'
import { refusalText } from '../photos/text.ts'
import type { BodyOf, WaitingEndpoint } from '../provider/endpoints.ts'
import { type DocumentType, maxUploadBytes } from '../rules/documents.ts'
import { countAttempt, forgetAttempts } from '../storage/attempts.ts'
import type { Dossier } from '../storage/dossiers.ts'
import { forgetOriginal, keepOriginal, type Original, originalOf, pickOf } from '../storage/originals.ts'
import { storageTrouble } from '../storage/storage-trouble.ts'
import { storageTroubleText } from '../storage/text.ts'
import { wantsEconomy } from './economy.ts'
import { noMatriculeMessage, notKeptMessage, unreadableMessage } from './text.ts'

/** Where a photo goes, and in which words. The wizard and the update page send it through different calls. */
export interface Destination {
  dossier: string
  matricule: string
  request(
    document: DocumentType,
    image: string,
  ): { [E in WaitingEndpoint]: { endpoint: E; body: BodyOf<E> } }[WaitingEndpoint]
}

export function destinationOf(dossier: string, kind: Dossier['kind'], matricule: string): Destination {
  return {
    dossier,
    matricule,
    request: (type, image) =>
      kind === 'enrolment'
        ? { endpoint: 'uploadDocument', body: { matricule, type, image } }
        : { endpoint: `replace/${type}`, body: { matricule, image } },
  }
}

interface Kept {
  kept: true
  advice: readonly Advice[]
  /** As it goes out, and as it was picked. */
  picture: Blob
  from: Blob
  corners: Corners | null
  fingerprint: string
  mended: boolean
}

export type Taken =
  | Kept
  | { kept: false; fault: string }
  /** The code that prepares photos could not be loaded: the picked file is on the disk and waits for the network. */
  | { kept: false; postponed: true }
  /** A newer photo for the same document has come meanwhile. */
  | { kept: false; fault: undefined }

/** A picked file, and which pick it is where the disk has kept it; or a queued photo that is to be mended. */
export type Picked = Whole & Pick<Original, 'pick'> & { mends?: Item['id'] | undefined }

/**
 * Copies the picked file to the disk before anything else: Android may take it away later, and a decoder may bring the
 * page down (docs/platform.md). Section 4: reset, size, then the rest. A disk too full for the copy may still have room
 * for the prepared photo, a tenth of it, so that alone is no fault.
 */
export async function keepPicked(
  file: File,
  document: DocumentType,
  to: Destination,
  signal: AbortSignal,
): Promise<Picked | string> {
  if (file.size > maxUploadBytes) return tooLargeMessage
  if (!to.matricule) return noMatriculeMessage
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return unreadableMessage
  }
  const picked = { bytes, picture: new Blob([bytes]) }
  // A slower, older file must not be copied over the newer one.
  if (signal.aborted) return picked
  const pick = crypto.randomUUID()
  return keepOriginal(to.dossier, document, { bytes, name: file.name, type: file.type, at: Date.now(), pick }).then(
    () => ({ ...picked, pick }),
    () => picked,
  )
}

/** The student wants neither the picked file nor the photo made from it; a newer one of another tab's stays. */
export async function takeBack(document: DocumentType, { dossier }: Destination): Promise<void> {
  await forgetOriginal(dossier, document, await pickOf(dossier, document))
  await takeBackRequest(dossier, document)
}

/** A photo that has ended so many pages is not decoded on this phone again: it would end every one to come. */
const mostAttempts = 2

/** Goes on with what a page that died in the middle had copied. */
export async function prepareKept(
  document: DocumentType,
  to: Destination,
  signal: AbortSignal,
  prepare = preparePhoto,
): Promise<Taken> {
  const original = await originalOf(to.dossier, document).catch(() => undefined)
  if (!original) return { kept: false, fault: undefined }
  const picked = { ...original, picture: new Blob([original.bytes]) }
  const attempt = await countAttempt(to.dossier, document).catch(() => 0)
  const taken = await preparePicked(picked, document, to, signal, { asItIs: attempt > mostAttempts }, prepare)
  await forgetAttempts(to.dossier, document).catch(() => undefined)
  return taken
}

/** What the student asked for, and whether the phone can decode the photo at all. */
export interface Making {
  mend?: Mend
  asItIs?: boolean
}

/** From the picked bytes, which are handed over, to a request in the outbox. */
export async function preparePicked(
  { bytes: original, picture: from, pick, mends }: Picked,
  document: DocumentType,
  to: Destination,
  signal: AbortSignal,
  making: Making = {},
  prepare = preparePhoto,
): Promise<Taken> {
  let prepared: Prepared
  try {
    prepared = await prepare(
      { bytes: original, picture: from },
      { document, economy: wantsEconomy(), signal, ...making },
    )
  } catch {
    if (signal.aborted) return { kept: false, fault: undefined }
    // Of what is not on the disk nothing would be left to go on with.
    return pick || mends ? { kept: false, postponed: true } : { kept: false, fault: notKeptMessage }
  }
  try {
    if (signal.aborted) return { kept: false, fault: undefined }
    if (!prepared.ok) {
      await forgetOriginal(to.dossier, document, pick)
      return { kept: false, fault: refusalText[prepared.reason] }
    }
    const { bytes, advice, corners, fingerprint, wire } = prepared.photo
    const image = await toBase64(bytes)
    // Only advice hangs on it: a list that can't be read must not keep the photo out of the queue.
    const repeated = await isUsedElsewhere(fingerprint, document, to.dossier).catch(() => false)
    if (signal.aborted) return { kept: false, fault: undefined }
    const request = to.request(document, image)
    const made = {
      dossier: to.dossier,
      slot: document,
      madeFrom: document,
      pick,
      mends,
      gzippedBytes: wire.gzipped,
      fingerprint,
    }
    if (!(await ask({ ...made, ...request }, Date.now()))) return { kept: false, fault: undefined }
    const seen = repeated ? [...advice, 'sameAs' as const] : advice
    return {
      kept: true,
      advice: seen,
      picture: new Blob([bytes]),
      from,
      corners,
      fingerprint,
      mended: making.mend !== undefined,
    }
  } catch (error) {
    if (signal.aborted) return { kept: false, fault: undefined }
    return { kept: false, fault: storageTroubleText[storageTrouble(error)] }
  }
}

async function isUsedElsewhere(fingerprint: string, document: DocumentType, dossier: string): Promise<boolean> {
  if (!fingerprint) return false
  const items = await itemsOf(dossier)
  return items.some(item => item.slot !== document && isSamePicture(fingerprint, item.fingerprint ?? ''))
}
