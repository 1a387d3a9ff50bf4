import { createChannel, createSignal } from '../platform/signals.ts'

/**
 * The prefix of an id marks an encrypted dossier. All code that writes a part of it must encrypt,
 * and the id alone tells: no read from disk, no setting and no argument that could be forgotten.
 */
const prefix = 'encrypted-'

export const newEncryptedId = (): string => prefix + crypto.randomUUID()

export const isEncrypted = (dossier: string): boolean => dossier.startsWith(prefix)

/** Messages to every tab of this device; they hold no personal data. */
export type Notice =
  /** The student pressed "Verrouiller" or erased the open dossier. */
  | { kind: 'locked' }
  /** "Appareil partagé" was turned on or off. */
  | { kind: 'mode' }
  /** A dossier has changed on the disk. */
  | { kind: 'draft' }
  /** Everything was erased: what a tab still holds in memory must not be written again. */
  | { kind: 'erased' }

/** `notify` reaches the other tabs only: this one already knows. */
export const { tellOthers: notify, listen: onNotice } = createChannel<Notice>('coffre')

// The one dossier that is open in this page. Its key is kept only in this memory: when the page
// ends, it is locked.

interface Open {
  id: string
  key: CryptoKey
  /** Which screen it was opened for (`purposeOf`); no other screen may show it. */
  purpose: string
}

let open: Open | undefined
/**
 * Increments with each lock; used as a React key, so that a screen from before the lock is
 * unmounted.
 */
let locks = 0

const changed = createSignal()
const leaving = createSignal()

/** Calls back when a dossier was opened or locked. */
export const watchKeyring = changed.listen
/** Calls back just before the key is dropped; work that starts synchronously may still use it. */
export const beforeLock = leaving.listen

export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/** @throws LockedError when the dossier is not open here */
export function keyOf(dossier: string): CryptoKey {
  if (open?.id !== dossier) throw new LockedError('This dossier is locked.')
  return open.key
}

export const openDossier = (): string | undefined => open?.id

export const lockCount = (): number => locks

export const openPurpose = (): string | undefined => open?.purpose

export function putKey(id: string, key: CryptoKey, purpose: string): void {
  if (open && open.id !== id) lock()
  open = { id, key, purpose }
  changed.tell()
}

/** The dossier was erased: drops its key, but leaves the screens mounted, unlike `lock`. */
export function dropKey(id: string): void {
  if (open?.id !== id) return
  leaveOpen()
  changed.tell()
}

/** Pending writes take the key first (`beforeLock`); then it is dropped. */
export function lock(): void {
  leaveOpen()
  locks += 1
  changed.tell()
}

function leaveOpen(): void {
  leaving.tell()
  open = undefined
}
