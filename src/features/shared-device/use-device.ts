import { useEffect, useSyncExternalStore } from 'react'
import { lockCount, openDossier, openPurpose, watchKeyring } from '../../core/crypto/keyring.ts'
import { listEncrypted } from '../../core/db/encrypted-dossiers.ts'
import { currentMode, type Mode, readMode, watchMode } from '../../core/db/shared-mode.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { onItemsChanged } from '../../outbox/items.ts'

const nothing = () => undefined

/** `unknown` until the disk has been read; a prerendered page knows nothing of the device. */
export function useMode(): Mode {
  useEffect(() => {
    if (currentMode() === 'unknown') readMode().catch(reportError)
  }, [])
  return useSyncExternalStore(watchMode, currentMode, () => 'unknown' as const)
}

export const useOpenDossier = (): string | undefined =>
  useSyncExternalStore(watchKeyring, openDossier, nothing)

export const useOpenPurpose = (): string | undefined =>
  useSyncExternalStore(watchKeyring, openPurpose, nothing)

/** Increments with each lock; used as a React key, it unmounts everything rendered before. */
export const useLockCount = (): number => useSyncExternalStore(watchKeyring, lockCount, () => 0)

/**
 * Initials and times of the encrypted dossiers. A row gets its initials once the student's answers
 * are sent.
 */
export const useEncrypted = () => useStored(['encrypted'], listEncrypted, onItemsChanged)
