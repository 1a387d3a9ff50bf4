import { get, values } from 'idb-keyval'
import type { Wrong } from '../vault/attempts.rule.ts'
import { type Sealed, sealText, unsealText } from '../vault/cipher.ts'
import type { KeyBox } from '../vault/dossier-key.ts'
import { keyOf, LockedError } from '../vault/keyring.ts'
import { isSealed } from '../vault/sealed-id.ts'
import { readThenWrite, storeOf } from './database.ts'
import type { Dossier } from './dossier.ts'
import { initialsOf } from './initials.ts'

/** All that a device shows of a sealed dossier: whose letters they are, and since when it has been untouched. */
export interface SealedRow extends KeyBox, Sealed {
  id: string
  shape: 1
  sealed: true
  initials: string
  /** When it was last written, given its code or opened with it. */
  savedAt: number
  wrong: Wrong
}

const dossiers = storeOf('dossiers')
export const dossierLabel = (id: string) => `dossier/${id}`

export function isSealedRow(row: unknown): row is SealedRow {
  return typeof row === 'object' && row !== null && 'sealed' in row && row.sealed === true
}

/** The newest first; nothing is opened for it. */
export async function listSealed(): Promise<SealedRow[]> {
  const all = await values<unknown>(dossiers)
  return all.filter(isSealedRow).sort((a, b) => b.savedAt - a.savedAt)
}

/** A correction is of one file only; an enrolment is whatever the student makes of it. */
export function purposeOf({ kind, answers }: Dossier): string {
  return kind === 'correction' ? correctionPurpose(answers.matricule ?? '') : enrolmentPurpose
}

export const enrolmentPurpose = 'enrolment'
export const correctionPurpose = (matricule: string) => `correction/${matricule}`

/** What of a dossier is written anew with each change. */
export async function face(dossier: Dossier, key: CryptoKey) {
  const sealed = await sealText(key, dossierLabel(dossier.id), JSON.stringify(dossier))
  return { ...sealed, initials: initialsOf(dossier.answers), savedAt: dossier.savedAt }
}

export async function unsealDossier(row: SealedRow, key: CryptoKey): Promise<Dossier> {
  return JSON.parse(await unsealText(key, dossierLabel(row.id), row)) as Dossier
}

/** One after the other: what was sealed faster must not be overwritten by what is older. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Takes its key at once, so that a lock may follow. A dossier that was erased meanwhile stays erased.
 * @throws LockedError when it is not open, or not there any more
 */
export function saveSealed(dossier: Dossier): Promise<void> {
  const key = keyOf(dossier.id)
  const write = last.then(async () => {
    const next = await face(dossier, key)
    let found = false
    await readThenWrite(['dossiers'], stores => {
      const reading = stores.dossiers.get(dossier.id)
      reading.onsuccess = () => {
        found = reading.result !== undefined
        if (found) stores.dossiers.put({ ...reading.result, ...next }, dossier.id)
      }
    })
    if (!found) throw new LockedError('This dossier was erased.')
  })
  last = write.catch(() => undefined)
  return write
}

/** What the open dossier holds. */
export async function openedDossier(id: string): Promise<Dossier | undefined> {
  await last
  const row = await get<unknown>(id, dossiers)
  return isSealed(id) && isSealedRow(row) ? unsealDossier(row, keyOf(id)) : undefined
}
