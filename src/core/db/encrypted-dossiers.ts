import { get, promisifyRequest, values } from 'idb-keyval'
import * as v from 'valibot'
import { decryptText, type Encrypted, encryptText } from '../crypto/cipher.ts'
import type { KeyBox } from '../crypto/dossier-key.ts'
import { isEncrypted, keyOf, LockedError } from '../crypto/keyring.ts'
import { storeOf, transact } from './database.ts'
import { deviceMac } from './device-store.ts'
import { type Dossier, touched } from './dossier.ts'
import { isUnchanged, putRevised, type Revised } from './revision.ts'

/** "M. D.": enough for students who take turns at a tablet, and not a name. */
export function initialsOf({ prenom, nom }: Readonly<Record<string, string>>): string {
  return [prenom, nom]
    .map(name => name?.trim()[0]?.toLocaleUpperCase('fr'))
    .filter(letter => letter !== undefined)
    .map(letter => `${letter}.`)
    .join(' ')
}

/**
 * All that a device shows of an encrypted dossier without its code: the student's initials, and its
 * last use.
 */
export interface EncryptedRow extends KeyBox, Encrypted, Revised {
  id: string
  shape: 1
  encrypted: true
  initials: string
  /** When it was last written, got its code or was opened with it. */
  savedAt: number
  /** Transferred to another device: unencrypted, since it must be known without the key. */
  transferred?: true
  /** Keyed hashes of the transfer packages of it that this device made or imported. */
  knownPackages?: string[]
}

type Known = NonNullable<Dossier['knownPackages']>[number]

const dossiers = storeOf('dossiers')
export const dossierLabel = (id: string) => `dossier/${id}`

/** Little is asked of it: while its box is whole, its student's code opens it. */
const encryptedRow = v.looseObject({
  id: v.string(),
  shape: v.literal(1),
  encrypted: v.literal(true),
})

export const isEncryptedRow = (row: unknown): row is EncryptedRow => v.is(encryptedRow, row)

/** The newest first; decrypts nothing. */
export async function listEncrypted(): Promise<EncryptedRow[]> {
  const all = await values<unknown>(dossiers)
  return all.filter(isEncryptedRow).sort((a, b) => b.savedAt - a.savedAt)
}

/** A correction is bound to the screen of its one file, an enrolment to the enrolment screens. */
export function purposeOf({ kind, answers }: Dossier): string {
  return kind === 'correction' ? correctionPurpose(answers.matricule ?? '') : enrolmentPurpose
}

export const enrolmentPurpose = 'enrolment'
/** For a screen that shows any open dossier. */
export const anyPurpose = ''
export const correctionPurpose = (matricule: string) => `correction/${matricule}`

const packageMac = ({ id, made }: Known) => deviceMac(`package/${made ? 'made' : 'taken'}/${id}`)

/**
 * The dossier that knows a transfer package, and whether it was made here; works while the dossier
 * is locked.
 */
export async function encryptedWithPackage(
  packageId: string,
): Promise<{ id: string; made: boolean } | undefined> {
  const rows = (await listEncrypted()).filter(({ knownPackages }) => knownPackages)
  if (rows.length === 0) return undefined
  const ofMade = await packageMac({ id: packageId, made: true })
  const ofTaken = await packageMac({ id: packageId, made: false })
  for (const { id, knownPackages = [] } of rows) {
    if (knownPackages.includes(ofMade)) return { id, made: true }
    if (knownPackages.includes(ofTaken)) return { id, made: false }
  }
  return undefined
}

/**
 * The parts of a row that each change writes. Package hashes are left out if `before` has the same
 * packages.
 */
export async function encryptBody(dossier: Dossier, key: CryptoKey, before?: Dossier) {
  const { knownPackages } = dossier
  const isKnown = JSON.stringify(knownPackages) === JSON.stringify(before?.knownPackages)
  const encrypted = await encryptText(key, dossierLabel(dossier.id), JSON.stringify(dossier))
  return {
    ...encrypted,
    initials: initialsOf(dossier.answers),
    savedAt: dossier.savedAt,
    ...(dossier.transferred ? { transferred: true as const } : {}),
    ...(knownPackages && !isKnown
      ? { knownPackages: await Promise.all(knownPackages.map(packageMac)) }
      : {}),
  }
}

export async function decryptDossier(row: EncryptedRow, key: CryptoKey): Promise<Dossier> {
  const text = await decryptText(key, dossierLabel(row.id), row)
  return { ...(JSON.parse(text) as Dossier), revision: row.revision }
}

/**
 * Runs writes one after the other: an older version that took longer to encrypt must not overwrite
 * a newer one.
 */
let last: Promise<unknown> = Promise.resolve()

/** Computes the new dossier from the stored one. */
export type Change = (stored: Dossier | undefined) => Dossier | undefined
/** Writes to the queue in the same transaction. */
export type Along = (queue: IDBObjectStore) => Promise<void>

/**
 * Takes the key synchronously, so that a lock may follow. A transaction can't wait for encryption:
 * if another tab has written meanwhile, this starts again. A dossier that was erased meanwhile
 * stays erased.
 * @throws LockedError if it is not open, or does not exist any more
 */
export function changeEncrypted(
  id: string,
  change: Change,
  along?: Along,
): Promise<Dossier | undefined> {
  const key = keyOf(id)
  const write = last.then(async () => {
    for (;;) {
      const row = await get<unknown>(id, dossiers)
      if (!isEncryptedRow(row)) throw new LockedError('This dossier was erased.')
      const stored = await decryptDossier(row, key)
      const next = change(stored)
      if (
        !next ||
        next === stored ||
        (await replace(row, await encryptBody(next, key, stored), along))
      )
        return next
    }
  })
  last = write.catch(() => undefined)
  return write
}

/** @returns false if the row has changed */
function replace(
  row: EncryptedRow,
  next: Partial<EncryptedRow>,
  along: Along | undefined,
): Promise<boolean> {
  return transact(['dossiers', ...(along ? (['queue'] as const) : [])], async stores => {
    const stored: unknown = await promisifyRequest(stores.dossiers.get(row.id))
    if (!isEncryptedRow(stored) || !isUnchanged(row, stored)) return false
    putRevised(stores.dossiers, replaceBody(stored, next), row.id)
    await along?.(stores.queue)
    return true
  })
}

/** Keeps salt, iterations and the wrapped key, and drops `transferred` unless `next` sets it. */
export function replaceBody(
  { transferred: _, ...row }: EncryptedRow,
  next: Partial<EncryptedRow>,
): EncryptedRow {
  return { ...row, ...next }
}

/**
 * Sets `savedAt` without a change of the answers. An encrypted row stores inside when its answers
 * were written.
 */
export function touchedRow(row: Dossier | EncryptedRow, now: number): Dossier | EncryptedRow {
  return isEncryptedRow(row) ? { ...row, savedAt: now } : touched(row, now)
}

/** Decrypts the open dossier, once pending writes are done. */
export async function openedDossier(id: string): Promise<Dossier | undefined> {
  await last
  const row = await get<unknown>(id, dossiers)
  return isEncrypted(id) && isEncryptedRow(row) ? decryptDossier(row, keyOf(id)) : undefined
}
