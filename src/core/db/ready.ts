import { get, promisifyRequest } from 'idb-keyval'
import type { DocumentType } from '../../spec/documents.ts'
import { isSealed, keyOf } from '../crypto/keyring.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import { type Dossier, refuseInTheClear } from './dossiers.ts'
import {
  aboutSealed,
  keptOriginals,
  type Original,
  originalKey,
  type Ready,
  type SealedOriginal,
  sealOriginal,
} from './originals.ts'
import { type SealedRow, touchedRow } from './sealed-dossiers.ts'

const originals = storeOf('originals')
const keptAt = (dossier: string, document: DocumentType) =>
  get<Original | SealedOriginal>(originalKey(dossier, document), originals)

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
  { pick, mends }: Place,
  now: number,
): Promise<boolean> {
  if (!isSealed(dossier)) refuseInTheClear()
  const label = originalKey(dossier, document)
  const original: Original = { ...made, name: '', at: now, pick: crypto.randomUUID() }
  const kept = isSealed(dossier) ? await sealOriginal(keyOf(dossier), label, original) : original
  return transact(['originals', 'dossiers'], async ({ originals, dossiers }) => {
    const row: Dossier | SealedRow | undefined = await promisifyRequest(dossiers.get(dossier))
    // Another device goes on with it.
    if (!row || row.handed) return false
    const before = mends ?? pick
    const there: Original | undefined = await promisifyRequest(originals.get(label))
    // A file that the disk had no room for was never there.
    if (before !== undefined && there?.pick !== before) return false
    originals.put(kept, label)
    dossiers.put(touchedRow(row, now), dossier)
    return true
  })
}

export interface ReadyPhoto extends Required<Pick<Original, 'at' | 'pick' | 'ready'>> {
  document: DocumentType
}

/** What of a dossier is prepared, told without opening a photo; the disk gives no row without its photo, so none in vain. */
export async function readyOf(dossier: string, except?: DocumentType): Promise<ReadyPhoto[]> {
  const there = await keptOriginals(dossier)
  const found = there
    .filter(document => document !== except)
    .map(async (document): Promise<ReadyPhoto[]> => {
      const kept = await keptAt(dossier, document)
      if (!kept?.ready) return []
      const about = 'head' in kept ? await aboutSealed(keyOf(dossier), originalKey(dossier, document), kept) : kept
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
