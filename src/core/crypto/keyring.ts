import { createSignal } from '../platform/signal.ts'

/** The one dossier that is open in this page. Keys live here and nowhere else: what ends the page locks it. */

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
