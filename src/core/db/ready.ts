import { promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../../spec/documents.ts'
import { isEncrypted, keyOf } from '../crypto/keyring.ts'
import { isDamage } from './damage.ts'
import { transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { type Dossier, refuseInTheClear } from './dossiers.ts'
import { type EncryptedRow, touchedRow } from './encrypted-dossiers.ts'
import { isUnchanged, newRevision, putRevised } from './revision.ts'
import {
  aboutEncrypted,
  keptSourceFiles,
  type Ready,
  type SourceFile,
  sourceFileKey,
  sourceFileOf,
  storedForm,
  storedSourceFile,
} from './source-files.ts'

/**
 * The replaced photo: the `revision` of its source file; or the id of the photo that was edited.
 */
export interface Place {
  revision?: string | undefined
  edits?: string | undefined
}

/**
 * Stores a prepared photo in place of its source file, until its request may be queued. The dossier
 * counts as touched.
 * @returns false if another photo was stored meanwhile, or the dossier was erased or transferred
 * @throws LockedError if nothing of this dossier may be written any more
 */
export async function keepReady(
  dossier: string,
  document: DocumentType,
  made: { bytes: ArrayBuffer; type: string; ready: Ready },
  { revision, edits }: Place,
  now: number,
): Promise<boolean> {
  if (!isEncrypted(dossier)) refuseInTheClear()
  const label = sourceFileKey(dossier, document)
  const sourceFile: SourceFile = { ...made, name: '', at: now, revision: newRevision() }
  const kept = await storedForm(dossier, label, sourceFile)
  return transact(['sourceFiles', 'dossiers'], async ({ sourceFiles, dossiers }) => {
    const row: Dossier | EncryptedRow | undefined = await promisifyRequest(dossiers.get(dossier))
    // The dossier was erased, or another device continues it.
    if (!row || row.transferred) return false
    const before = edits ?? revision
    const there: SourceFile | undefined = await promisifyRequest(sourceFiles.get(label))
    // Without a revision there is nothing to compare: the disk had no room for the source file.
    if (before !== undefined && !isUnchanged({ revision: before }, there)) return false
    sourceFiles.put(kept, label)
    putRevised(dossiers, touchedRow(row, now), dossier)
    return true
  })
}

export interface ReadyPhoto {
  document: DocumentType
  at: number
  revision: string
  /** Undefined where a photo lies here, prepared or not, that nobody can read any more. */
  ready: Ready | undefined
}

/**
 * The prepared photos of a dossier, without decrypting any. IndexedDB reads a row only together
 * with its photo, so `except` spares reading one that is not needed.
 */
export async function readyOf(dossier: string, except?: DocumentType): Promise<ReadyPhoto[]> {
  const there = await keptSourceFiles(dossier)
  const found = there
    .filter(document => document !== except)
    .map(async (document): Promise<ReadyPhoto[]> => {
      try {
        const kept = await storedSourceFile(dossier, document)
        if (!kept?.ready) return []
        const about =
          'head' in kept
            ? await aboutEncrypted(keyOf(dossier), sourceFileKey(dossier, document), kept)
            : kept
        return about.ready
          ? [{ document, at: about.at, ready: about.ready, revision: kept.revision ?? '' }]
          : []
      } catch (error) {
        if (!isDamage(error)) throw error
        const copy = await sourceFileOf(dossier, document).catch((): undefined => undefined)
        if (copy?.ready)
          return [{ document, at: copy.at, ready: copy.ready, revision: copy.revision ?? '' }]
        if (copy) return []
        return [{ document, at: Number.MAX_SAFE_INTEGER, ready: undefined, revision: '' }]
      }
    })
  return (await Promise.all(found)).flat()
}

/** @throws what `isDamage` knows */
export async function isReady(dossier: string, document: DocumentType): Promise<boolean> {
  return (await storedSourceFile(dossier, document))?.ready !== undefined
}

/**
 * @returns the number of this attempt; written before it begins, as it may crash this page like the
 * one before
 */
export function countAttempt(dossier: string, document: DocumentType): Promise<number> {
  const key = deviceStore.attempts(dossier, document)
  return transact(['device'], async ({ device }) => {
    const attempts = ((await recallIn(device, key)) ?? 0) + 1
    device.put(attempts, key)
    return attempts
  })
}

export function forgetAttempts(dossier: string, document: DocumentType): Promise<void> {
  return writeTogether(['device'], ({ device }) => {
    device.delete(deviceStore.attempts(dossier, document))
  })
}
