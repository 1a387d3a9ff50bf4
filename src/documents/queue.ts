import type { BodyOf, WaitingEndpoint } from '../core/api/endpoints.ts'
import { openDossier } from '../core/crypto/keyring.ts'
import { isDamage } from '../core/db/damage.ts'
import { storageTrouble } from '../core/db/database.ts'
import { type Dossier, listMine } from '../core/db/dossiers.ts'
import { isReady, type Place } from '../core/db/ready.ts'
import {
  forgetSourceFile,
  hasSourceFiles,
  keptSourceFiles,
  type Ready,
  sourceFileKey,
  sourceFileOf,
} from '../core/db/source-files.ts'
import { queueRequest } from '../outbox/api.ts'
import { withRequestKey } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import { keepForLater } from '../outbox/not-yet-allowed.ts'
import { storageTroubleText } from '../outbox/ui/text.ts'
import type { DocumentType } from '../spec/documents.ts'
import { toBase64 } from './image/base64.ts'
import { remarksOf } from './image/finding.ts'
import type { PreparedPhoto } from './image/photo.ts'
import { type Destination, destinationOf, giveUpDamaged, type Picked } from './pick.ts'
import { type NotTaken, overtaken, type Taken } from './prepare.ts'

/**
 * Last of three, after pick.ts and prepare.ts: a prepared photo becomes a request of the outbox.
 */

type PhotoRequest = {
  [E in WaitingEndpoint]: { endpoint: E; body: BodyOf<E> }
}[WaitingEndpoint]

/** Wizard and update page send photos through different calls. */
function requestOf(
  kind: Dossier['kind'],
  document: DocumentType,
  matricule: string,
  image: string,
  remarks: Ready['remarks'],
): PhotoRequest {
  const said = { image, ...(remarks && { remarques: [...remarks] }) }
  return kind === 'enrolment'
    ? { endpoint: 'uploadDocument', body: { matricule, type: document, ...said } }
    : { endpoint: `replace/${document}`, body: { matricule, ...said } }
}

async function requestPhoto(
  { dossier, kind, document }: Destination,
  matricule: string,
  place: Place,
  bytes: PreparedPhoto['bytes'],
  { fingerprint, wire, remarks }: Ready,
  signal?: AbortSignal,
): Promise<boolean> {
  const request = requestOf(kind, document, matricule, await toBase64(bytes), remarks)
  if (signal?.aborted) return false
  const made = { madeFrom: document, ...place, gzippedBytes: wire.gzipped, fingerprint }
  return queueRequest({ dossier, requestKey: document, ...made, ...request }, Date.now())
}

/**
 * Puts a prepared photo into the outbox; where the provider takes no documents of its dossier yet,
 * back to the device.
 * @returns false when another photo has come meanwhile
 * @throws DOMException when the device has no room or no database; LockedError
 */
async function queuePhoto(
  { to, revision, edits }: Picked,
  { bytes, format, fingerprint, wire, advice }: PreparedPhoto,
  signal: AbortSignal,
): Promise<boolean> {
  const { dossier, document, matricule } = to
  const place = { revision, edits }
  const remarks = remarksOf(advice)
  const ready: Ready = { fingerprint, wire, ...(remarks && { remarks }) }
  if (matricule !== undefined) return requestPhoto(to, matricule, place, bytes, ready, signal)
  const made = { bytes: bytes.slice().buffer, type: `image/${format}`, ready }
  return keepForLater(dossier, document, made, place, Date.now())
}

/**
 * Puts a photo into the outbox as soon as it is prepared.
 * @returns what the row of its document tells the student
 */
export async function queuePrepared(
  picked: Picked,
  prepared: Promise<PreparedPhoto | NotTaken>,
  signal: AbortSignal,
  wasEdited = false,
): Promise<Taken> {
  try {
    const photo = await prepared
    if ('kept' in photo) return photo
    if (signal.aborted || !(await queuePhoto(picked, photo, signal))) return overtaken
    const { bytes, advice, corners, fingerprint } = photo
    return {
      kept: true,
      advice,
      picture: new Blob([bytes]),
      from: picked.picture,
      corners,
      fingerprint,
      wasEdited,
    }
  } catch (error) {
    return signal.aborted
      ? overtaken
      : { kept: false, fault: storageTroubleText[storageTrouble(error)] }
  }
}

/**
 * Turns prepared photos into requests as soon as the provider takes documents: in any tab, without
 * asking the student; the next page continues for one that ended. A call during a run starts one
 * more run.
 * @param tell why the device refused one document; undefined once it has worked
 */
export function createQueueReady(
  tell: (key: string, fault: string | undefined) => void,
): () => Promise<void> {
  let wanted = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (wanted) {
      wanted = false
      await queueAllReady(tell).catch(reportError)
    }
    running = undefined
  }
  return () => {
    wanted = true
    running ??= run()
    return running
  }
}

async function queueAllReady(
  tell: (key: string, fault: string | undefined) => void,
): Promise<void> {
  if (!(openDossier() || (await hasSourceFiles()))) return
  for (const dossier of (await listMine()).mine)
    for (const document of await keptSourceFiles(dossier.id)) {
      const key = sourceFileKey(dossier.id, document)
      try {
        if (await queueReady(dossier, document)) tell(key, undefined)
      } catch (error) {
        if (isDamage(error)) {
          tell(key, await giveUpDamaged({ dossier: dossier.id, document }))
          continue
        }
        const trouble = storageTrouble(error)
        // The dossier was locked meanwhile, and waits for its code.
        if (trouble !== 'locked') tell(key, storageTroubleText[trouble])
      }
    }
}

async function queueReady(dossier: Dossier, document: DocumentType): Promise<boolean> {
  const items = await itemsOf(dossier.id)
  const to = destinationOf(dossier, document, items)
  if (to.matricule === undefined) return false
  // Of one that is only picked, four megabytes would be hashed for nothing.
  if (!(await isReady(dossier.id, document).catch(isDamage))) return false
  const sourceFile = await sourceFileOf(dossier.id, document)
  if (!sourceFile?.ready) return false
  const { at, revision, ready } = sourceFile
  const item = withRequestKey(items, document)
  // A newer request for this document was queued since.
  if (item && item.createdAt >= at) {
    await forgetSourceFile(dossier.id, document, revision)
    return true
  }
  return requestPhoto(to, to.matricule, { revision }, new Uint8Array(sourceFile.bytes), ready)
}
