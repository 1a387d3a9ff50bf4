import { get, promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../../spec/documents.ts'
import { isEncrypted, keyOf } from '../crypto/keyring.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { type Dossier, refuseInTheClear } from './dossiers.ts'
import { type EncryptedRow, touchedRow } from './encrypted-dossiers.ts'
import {
  aboutEncrypted,
  type EncryptedSourceFile,
  encryptSourceFile,
  keptSourceFiles,
  type Ready,
  type SourceFile,
  sourceFileKey,
} from './source-files.ts'

const sourceFiles = storeOf('originals')
const keptAt = (dossier: string, document: DocumentType) =>
  get<SourceFile | EncryptedSourceFile>(sourceFileKey(dossier, document), sourceFiles)

/** Which photo it takes the place of: the file that was picked, or the prepared photo that was mended. */
export interface Place {
  pick?: string | undefined
  mends?: string | undefined
}

/**
 * Keeps a prepared photo in place of the file that it was made from, for as long as the provider can't be asked. Its
 * dossier counts as touched by it.
 * @returns false when another one lies there by now, or the dossier was erased or handed over: nothing has changed then
 * @throws LockedError where nothing of this dossier may be written any more
 */
export async function keepReady(
  dossier: string,
  document: DocumentType,
  made: { bytes: ArrayBuffer; type: string; ready: Ready },
  { pick: pickId, mends: edits }: Place,
  now: number,
): Promise<boolean> {
  if (!isEncrypted(dossier)) refuseInTheClear()
  const label = sourceFileKey(dossier, document)
  const sourceFile: SourceFile = { ...made, name: '', at: now, pick: crypto.randomUUID() }
  const kept = isEncrypted(dossier) ? await encryptSourceFile(keyOf(dossier), label, sourceFile) : sourceFile
  return transact(['originals', 'dossiers'], async ({ originals: sourceFiles, dossiers }) => {
    const row: Dossier | EncryptedRow | undefined = await promisifyRequest(dossiers.get(dossier))
    // Another device goes on with it.
    if (!row || row.handed) return false
    const before = edits ?? pickId
    const there: SourceFile | undefined = await promisifyRequest(sourceFiles.get(label))
    // A file that the disk had no room for was never there.
    if (before !== undefined && there?.pick !== before) return false
    sourceFiles.put(kept, label)
    dossiers.put(touchedRow(row, now), dossier)
    return true
  })
}

export interface ReadyPhoto extends Required<Pick<SourceFile, 'at' | 'pick' | 'ready'>> {
  document: DocumentType
}

/** What of a dossier is prepared, told without opening a photo; the disk gives no row without its photo, so none in vain. */
export async function readyOf(dossier: string, except?: DocumentType): Promise<ReadyPhoto[]> {
  const there = await keptSourceFiles(dossier)
  const found = there
    .filter(document => document !== except)
    .map(async (document): Promise<ReadyPhoto[]> => {
      const kept = await keptAt(dossier, document)
      if (!kept?.ready) return []
      const about = 'head' in kept ? await aboutEncrypted(keyOf(dossier), sourceFileKey(dossier, document), kept) : kept
      return about.ready ? [{ document, at: about.at, ready: about.ready, pick: kept.pick ?? '' }] : []
    })
  return (await Promise.all(found)).flat()
}

/** Whether one document is, told likewise. */
export async function isReady(dossier: string, document: DocumentType): Promise<boolean> {
  return (await keptAt(dossier, document))?.ready !== undefined
}

/** @returns which attempt this is; written before it begins, since it may end this page as it did the one before */
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
