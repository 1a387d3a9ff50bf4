import { get, promisifyRequest, values } from 'idb-keyval'
import { type Sealed, sealText, unsealText } from '../crypto/cipher.ts'
import type { Wrong } from '../crypto/codes.rule.ts'
import type { KeyBox } from '../crypto/dossier-key.ts'
import { isSealed, keyOf, LockedError } from '../crypto/keyring.ts'
import { storeOf, transact } from './database.ts'
import { deviceMac } from './device-store.ts'
import { type Dossier, touched } from './dossier.ts'

/** "M. D.": enough for students who take turns at a tablet, and not a name. */
export function initialsOf({ prenom, nom }: Readonly<Record<string, string>>): string {
  return [prenom, nom]
    .map(name => name?.trim()[0]?.toLocaleUpperCase('fr'))
    .filter(letter => letter !== undefined)
    .map(letter => `${letter}.`)
    .join(' ')
}

/** All that a device shows of a sealed dossier: whose letters they are, and since when it has been untouched. */
export interface SealedRow extends KeyBox, Sealed {
  id: string
  shape: 1
  sealed: true
  initials: string
  /** When it was last written, given its code or opened with it. */
  savedAt: number
  /** Of builds that did not bind the count to the key: see `guesses`. */
  wrong: Wrong
  /** That it was handed over must be known without its key. */
  handed?: true
  /** Which parcels were made of it here, or taken in, under the device's key. */
  parcels?: string[]
}

type Known = NonNullable<Dossier['parcels']>[number]

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
/** Of a page for whichever dossier is open. */
export const anyPurpose = ''
export const correctionPurpose = (matricule: string) => `correction/${matricule}`

const parcelMac = ({ id, made }: Known) => deviceMac(`parcel/${made ? 'made' : 'taken'}/${id}`)

/** The dossier of this device that knows a parcel, and what as; it need not be open for that. */
export async function sealedWith(parcel: string): Promise<{ id: string; made: boolean } | undefined> {
  const rows = (await listSealed()).filter(({ parcels }) => parcels)
  if (rows.length === 0) return undefined
  const ofMade = await parcelMac({ id: parcel, made: true })
  const ofTaken = await parcelMac({ id: parcel, made: false })
  for (const { id, parcels = [] } of rows) {
    if (parcels.includes(ofMade)) return { id, made: true }
    if (parcels.includes(ofTaken)) return { id, made: false }
  }
  return undefined
}

/** What of a dossier is written anew with each change; what has not changed since `before` need not be. */
export async function face(dossier: Dossier, key: CryptoKey, before?: Dossier) {
  const { parcels } = dossier
  const isKnown = JSON.stringify(parcels) === JSON.stringify(before?.parcels)
  const sealed = await sealText(key, dossierLabel(dossier.id), JSON.stringify(dossier))
  return {
    ...sealed,
    initials: initialsOf(dossier.answers),
    savedAt: dossier.savedAt,
    ...(dossier.handed ? { handed: true as const } : {}),
    ...(parcels && !isKnown ? { parcels: await Promise.all(parcels.map(parcelMac)) } : {}),
  }
}

export async function unsealDossier(row: SealedRow, key: CryptoKey): Promise<Dossier> {
  return JSON.parse(await unsealText(key, dossierLabel(row.id), row)) as Dossier
}

/** One after the other: what was sealed faster must not be overwritten by what is older. */
let last: Promise<unknown> = Promise.resolve()

/** What becomes of what lies on the disk. */
export type Change = (stored: Dossier | undefined) => Dossier | undefined
/** What is written to the queue in the same step. */
export type Along = (queue: IDBObjectStore) => Promise<void>

/**
 * Takes its key at once, so that a lock may follow. No transaction waits for a cipher: where another tab has written
 * meanwhile, it begins again. A dossier that was erased meanwhile stays erased.
 * @throws LockedError when it is not open, or not there any more
 */
export function changeSealed(id: string, change: Change, along?: Along): Promise<Dossier | undefined> {
  const key = keyOf(id)
  const write = last.then(async () => {
    for (;;) {
      const row = await get<unknown>(id, dossiers)
      if (!isSealedRow(row)) throw new LockedError('This dossier was erased.')
      const stored = await unsealDossier(row, key)
      const next = change(stored)
      if (!next || next === stored || (await replace(row, await face(next, key, stored), along))) return next
    }
  })
  last = write.catch(() => undefined)
  return write
}

/** @returns false when it is not the same any more: each write has an initial vector of its own */
function replace(row: SealedRow, next: Partial<SealedRow>, along: Along | undefined): Promise<boolean> {
  return transact(['dossiers', ...(along ? (['queue'] as const) : [])], async stores => {
    const stored: unknown = await promisifyRequest(stores.dossiers.get(row.id))
    if (!isSealedRow(stored) || vector(stored) !== vector(row)) return false
    stores.dossiers.put(withFace(stored, next), row.id)
    await along?.(stores.queue)
    return true
  })
}

/** What says how it is opened stays. */
export function withFace({ handed: _, ...row }: SealedRow, next: Partial<SealedRow>): SealedRow {
  return { ...row, ...next }
}

/** It is looked after, and nothing is answered: what is sealed says itself when its answers were written. */
export function touchedRow(row: Dossier | SealedRow, now: number): Dossier | SealedRow {
  return isSealedRow(row) ? { ...row, savedAt: now } : touched(row, now)
}

export const vector = ({ iv }: Sealed) => String(new Uint8Array(iv))

/** What the open dossier holds. */
export async function openedDossier(id: string): Promise<Dossier | undefined> {
  await last
  const row = await get<unknown>(id, dossiers)
  return isSealed(id) && isSealedRow(row) ? unsealDossier(row, keyOf(id)) : undefined
}
