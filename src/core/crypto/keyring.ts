import { createChannel, createSignal } from '../platform/signals.ts'

/**
 * A sealed dossier is known by its name: whoever writes something of it must seal it, and no look at the disk, no
 * switch and no forgotten argument decides about that.
 */
const prefix = 'scelle-'

export const newEncryptedId = (): string => prefix + crypto.randomUUID()

export const isEncrypted = (dossier: string): boolean => dossier.startsWith(prefix)

/** What every tab of this device has to hear at once; never personal. */
export type Notice =
  /** Somebody pressed "Verrouiller" or erased the open dossier. */
  | { kind: 'locked' }
  /** "Appareil partagé" was turned on or off. */
  | { kind: 'mode' }
  /** A dossier has changed on the disk. */
  | { kind: 'draft' }
  /** Everything was erased: what a tab still holds must not be written again. */
  | { kind: 'erased' }

/** `notify` tells the other tabs only: this one knows. */
export const { tellOthers: notify, listen: onNotice } = createChannel<Notice>('coffre')

// The one dossier that is open in this page. Keys live here and nowhere else: what ends the page locks it.

interface Open {
  id: string
  key: CryptoKey
  /** What it was opened for; only its own screen may show it. */
  purpose: string
}

let open: Open | undefined
/** Grows with each lock: what was drawn before it must not be drawn on. */
let locks = 0

const changed = createSignal()
const leaving = createSignal()

/** Calls back when a dossier was opened or locked. */
export const watchKeyring = changed.listen
/** Calls back in the last moment before the keys are gone; what begins synchronously may still use them. */
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

/** The dossier is not there any more; the page around it may stay. */
export function dropKey(id: string): void {
  if (open?.id !== id) return
  leaveOpen()
  changed.tell()
}

/** What still wants to be written takes its key first; then there is none. */
export function lock(): void {
  leaveOpen()
  locks += 1
  changed.tell()
}

function leaveOpen(): void {
  leaving.tell()
  open = undefined
}

/** Whether a camera or the gallery is open: the student is busy with the portal without touching it. */
let pickersOpen = 0

/** @returns what to call once it is closed */
export function pickerOpened(): () => void {
  pickersOpen += 1
  let closed = false
  return () => {
    if (!closed) pickersOpen -= 1
    closed = true
  }
}

export const isPicking = (): boolean => pickersOpen > 0
