import { get, promisifyRequest, values } from 'idb-keyval'
import { decryptText, type Encrypted, encryptText } from '../crypto/cipher.ts'
import type { Wrong } from '../crypto/codes.rule.ts'
import type { KeyBox } from '../crypto/dossier-key.ts'
import { isEncrypted, keyOf, LockedError } from '../crypto/keyring.ts'
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
export interface EncryptedRow extends KeyBox, Encrypted {
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

export function isEncryptedRow(row: unknown): row is EncryptedRow {
  return typeof row === 'object' && row !== null && 'sealed' in row && row.sealed === true
}

/** The newest first; nothing is opened for it. */
export async function listEncrypted(): Promise<EncryptedRow[]> {
  const all = await values<unknown>(dossiers)
  return all.filter(isEncryptedRow).sort((a, b) => b.savedAt - a.savedAt)
}

/** A correction is of one file only; an enrolment is whatever the student makes of it. */
export function purposeOf({ kind, answers }: Dossier): string {
  return kind === 'correction' ? correctionPurpose(answers.matricule ?? '') : enrolmentPurpose
}

export const enrolmentPurpose = 'enrolment'
/** Of a page for whichever dossier is open. */
export const anyPurpose = ''
export const correctionPurpose = (matricule: string) => `correction/${matricule}`

const packageMac = ({ id, made }: Known) => deviceMac(`parcel/${made ? 'made' : 'taken'}/${id}`)

/** The dossier of this device that knows a parcel, and what as; it need not be open for that. */
export async function encryptedWithPackage(packageId: string): Promise<{ id: string; made: boolean } | undefined> {
  const rows = (await listEncrypted()).filter(({ parcels }) => parcels)
  if (rows.length === 0) return undefined
  const ofMade = await packageMac({ id: packageId, made: true })
  const ofTaken = await packageMac({ id: packageId, made: false })
  for (const { id, parcels = [] } of rows) {
    if (parcels.includes(ofMade)) return { id, made: true }
    if (parcels.includes(ofTaken)) return { id, made: false }
  }
  return undefined
}

/** What of a dossier is written anew with each change; what has not changed since `before` need not be. */
export async function encryptBody(dossier: Dossier, key: CryptoKey, before?: Dossier) {
  const { parcels } = dossier
  const isKnown = JSON.stringify(parcels) === JSON.stringify(before?.parcels)
  const encrypted = await encryptText(key, dossierLabel(dossier.id), JSON.stringify(dossier))
  return {
    ...encrypted,
    initials: initialsOf(dossier.answers),
    savedAt: dossier.savedAt,
    ...(dossier.handed ? { handed: true as const } : {}),
    ...(parcels && !isKnown ? { parcels: await Promise.all(parcels.map(packageMac)) } : {}),
  }
}

export async function decryptDossier(row: EncryptedRow, key: CryptoKey): Promise<Dossier> {
  return JSON.parse(await decryptText(key, dossierLabel(row.id), row)) as Dossier
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
export function changeEncrypted(id: string, change: Change, along?: Along): Promise<Dossier | undefined> {
  const key = keyOf(id)
  const write = last.then(async () => {
    for (;;) {
      const row = await get<unknown>(id, dossiers)
      if (!isEncryptedRow(row)) throw new LockedError('This dossier was erased.')
      const stored = await decryptDossier(row, key)
      const next = change(stored)
      if (!next || next === stored || (await replace(row, await encryptBody(next, key, stored), along))) return next
    }
  })
  last = write.catch(() => undefined)
  return write
}

/** @returns false when it is not the same any more: each write has an initial vector of its own */
function replace(row: EncryptedRow, next: Partial<EncryptedRow>, along: Along | undefined): Promise<boolean> {
  return transact(['dossiers', ...(along ? (['queue'] as const) : [])], async stores => {
    const stored: unknown = await promisifyRequest(stores.dossiers.get(row.id))
    if (!isEncryptedRow(stored) || vector(stored) !== vector(row)) return false
    stores.dossiers.put(replaceBody(stored, next), row.id)
    await along?.(stores.queue)
    return true
  })
}

/** What says how it is opened stays. */
export function replaceBody({ handed: _, ...row }: EncryptedRow, next: Partial<EncryptedRow>): EncryptedRow {
  return { ...row, ...next }
}

/** It is looked after, and nothing is answered: what is sealed says itself when its answers were written. */
export function touchedRow(row: Dossier | EncryptedRow, now: number): Dossier | EncryptedRow {
  return isEncryptedRow(row) ? { ...row, savedAt: now } : touched(row, now)
}

export const vector = ({ iv }: Encrypted) => String(new Uint8Array(iv))

/** What the open dossier holds. */
export async function openedDossier(id: string): Promise<Dossier | undefined> {
  await last
  const row = await get<unknown>(id, dossiers)
  return isEncrypted(id) && isEncryptedRow(row) ? decryptDossier(row, keyOf(id)) : undefined
}
