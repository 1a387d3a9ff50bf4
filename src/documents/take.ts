import { enqueue } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { toBase64 } from '../photos/base64.ts'
import { preparePhoto } from '../photos/prepare.page.ts'
import type { Advice } from '../photos/quality.ts'
import { refusalText } from '../photos/text.ts'
import type { BodyOf, WaitingEndpoint } from '../provider/endpoints.ts'
import { type DocumentType, maxUploadBytes } from '../rules/documents.ts'
import { forgetOriginal, keepOriginal, originalOf } from '../storage/dossiers.ts'
import { storageTrouble, storageTroubleText } from '../storage/trouble.ts'
import { noMatriculeMessage, tooLargeMessage, unreadableMessage } from './text.ts'

/** Where a photo goes, and in which words. The wizard and the update page send it through different calls. */
export interface Destination {
  dossier: string
  matricule: string
  request(
    document: DocumentType,
    image: string,
  ): { [E in WaitingEndpoint]: { endpoint: E; body: BodyOf<E> } }[WaitingEndpoint]
}

export type Taken =
  | { kept: true; advice: readonly Advice[]; picture: Blob }
  | { kept: false; fault: string }
  /** A newer photo for the same document has come meanwhile. */
  | { kept: false; fault: undefined }

/**
 * Copies the picked file to the disk before anything else: Android takes it away later (platform notes), and a decoder
 * may bring the page down. Section 4: reset, size, then the rest.
 */
export async function keepPicked(file: File, document: DocumentType, to: Destination): Promise<string | undefined> {
  if (file.size > maxUploadBytes) return tooLargeMessage
  if (!to.matricule) return noMatriculeMessage
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return unreadableMessage
  }
  try {
    await keepOriginal(to.dossier, document, { bytes, name: file.name, type: file.type, at: Date.now() })
  } catch (error) {
    return storageTroubleText[storageTrouble(error)]
  }
  return undefined
}

/** From the kept original to a request in the outbox. Also what goes on after a page that died in the middle. */
export async function prepareKept(document: DocumentType, to: Destination, signal: AbortSignal): Promise<Taken> {
  try {
    const original = await originalOf(to.dossier, document)
    if (!original) return { kept: false, fault: undefined }
    const prepared = await preparePhoto(original.bytes, { document, signal })
    if (signal.aborted) return { kept: false, fault: undefined }
    if (!prepared.ok) {
      await forgetOriginal(to.dossier, document)
      return { kept: false, fault: refusalText[prepared.reason] }
    }
    const { bytes, advice } = prepared.photo
    const image = await toBase64(bytes)
    if (signal.aborted) return { kept: false, fault: undefined }
    const request = to.request(document, image)
    await enqueue({ dossier: to.dossier, slot: document, madeFrom: document, ...request }, Date.now())
    announce({ kind: 'changed' })
    return { kept: true, advice, picture: new Blob([bytes]) }
  } catch (error) {
    if (signal.aborted) return { kept: false, fault: undefined }
    return { kept: false, fault: storageTroubleText[storageTrouble(error)] }
  }
}
