import type { BodyOf, WaitingEndpoint } from '../core/api/endpoints.ts'
import { openDossier } from '../core/crypto/keyring.ts'
import { storageTrouble } from '../core/db/database.ts'
import { changeDossier, type Dossier, listMine } from '../core/db/dossiers.ts'
import {
  forgetSourceFile,
  hasSourceFiles,
  keptSourceFiles,
  sourceFileKey,
  sourceFileOf,
} from '../core/db/source-files.ts'
import { queueRequest } from '../outbox/api.ts'
import { type Item, isConfirmed, withRequestKey } from '../outbox/item.ts'
import { itemsOf } from '../outbox/items.ts'
import { storageTroubleText } from '../outbox/ui/text.ts'
import type { DocumentType } from '../spec/documents.ts'
import { toBase64 } from './image/base64.ts'

/** Where a photo goes: the wizard and the update page send it through different calls. */
export interface Outgoing {
  dossier: string
  matricule: string
  /** The endpoint and the body for one photo. */
  request(
    document: DocumentType,
    image: string,
  ): { [E in WaitingEndpoint]: { endpoint: E; body: BodyOf<E> } }[WaitingEndpoint]
}

/** The provider takes no documents yet: the prepared photo is kept on the device. */
export interface NotYetAllowed {
  dossier: string
  request?: undefined
  /** Writes the dossier to the disk before its first photo: a photo without a dossier would belong to no student. */
  begin(): Promise<void>
}

export type UploadTarget = Outgoing | NotYetAllowed

export function uploadTargetOf(dossier: string, kind: Dossier['kind'], matricule: string): Outgoing {
  return {
    dossier,
    matricule,
    request: (type, image) =>
      kind === 'enrolment'
        ? { endpoint: 'uploadDocument', body: { matricule, type, image } }
        : { endpoint: `replace/${type}`, body: { matricule, image } },
  }
}

/** Chosen by the state of the dossier's first steps. @param items of this dossier */
export function uploadTarget(dossier: Dossier, items: readonly Item[]): UploadTarget {
  const { id, kind, answers } = dossier
  if (kind === 'correction' || isConfirmed(items)) return uploadTargetOf(id, kind, answers.matricule ?? '')
  return {
    dossier: id,
    async begin() {
      await changeDossier(id, stored => stored ?? dossier)
    },
  }
}

/**
 * Turns prepared photos into requests as soon as the provider takes documents: in any tab, without asking the student;
 * the next page continues for one that ended. A call during a run starts one more run.
 * @param tell why the device refused one document; undefined once it has worked
 */
export function createQueuePrepared(tell: (key: string, fault: string | undefined) => void): () => Promise<void> {
  let wanted = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (wanted) {
      wanted = false
      await sendAll(tell).catch(reportError)
    }
    running = undefined
  }
  return () => {
    wanted = true
    running ??= run()
    return running
  }
}

async function sendAll(tell: (key: string, fault: string | undefined) => void): Promise<void> {
  if (!(openDossier() || (await hasSourceFiles()))) return
  for (const dossier of (await listMine()).mine)
    for (const document of await keptSourceFiles(dossier.id))
      try {
        if (await send(dossier, document)) tell(sourceFileKey(dossier.id, document), undefined)
      } catch (error) {
        const trouble = storageTrouble(error)
        // The dossier was locked meanwhile, and waits for its code.
        if (trouble !== 'locked') tell(sourceFileKey(dossier.id, document), storageTroubleText[trouble])
      }
}

async function send({ id, kind, answers }: Dossier, document: DocumentType): Promise<boolean> {
  const items = await itemsOf(id)
  if (kind !== 'enrolment' || !isConfirmed(items)) return false
  const sourceFile = await sourceFileOf(id, document)
  if (!sourceFile?.ready) return false
  const { bytes, at, pickId, ready } = sourceFile
  const item = withRequestKey(items, document)
  // A newer request for this document was queued since.
  if (item && item.createdAt >= at) {
    await forgetSourceFile(id, document, pickId)
    return true
  }
  const { request } = uploadTargetOf(id, 'enrolment', answers.matricule ?? '')
  const image = await toBase64(new Uint8Array(bytes))
  const made = { dossier: id, requestKey: document, madeFrom: document, pickId }
  const { fingerprint, wire } = ready
  return queueRequest({ ...made, gzippedBytes: wire.gzipped, fingerprint, ...request(document, image) }, Date.now())
}
