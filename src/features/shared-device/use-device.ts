import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { lockCount, openDossier, openPurpose, watchKeyring } from '../../core/crypto/keyring.ts'
import { type EncryptedRow, listEncrypted } from '../../core/db/encrypted-dossiers.ts'
import { currentMode, type Mode, readMode, watchMode } from '../../core/db/shared-mode.ts'
import { onItemsChanged } from '../../outbox/items.ts'

const nothing = () => undefined

/** `unknown` until the disk has been read; a prerendered page knows nothing of the device. */
export function useMode(): Mode {
  useEffect(() => {
    if (currentMode() === 'unknown') readMode().catch(reportError)
  }, [])
  return useSyncExternalStore(watchMode, currentMode, () => 'unknown' as const)
}

export const useOpenDossier = (): string | undefined => useSyncExternalStore(watchKeyring, openDossier, nothing)

export const useOpenPurpose = (): string | undefined => useSyncExternalStore(watchKeyring, openPurpose, nothing)

/** Increments with each lock; used as a React key, it unmounts everything rendered before. */
export const useLockCount = (): number => useSyncExternalStore(watchKeyring, lockCount, () => 0)

/** Initials and times of the encrypted dossiers; undefined until they have been read. */
export function useEncrypted(): { rows: EncryptedRow[] | undefined; refresh(): void } {
  const [rows, setRows] = useState<EncryptedRow[]>()
  const refresh = useCallback(() => {
    listEncrypted().then(setRows, reportError)
  }, [])
  useEffect(() => {
    refresh()
    const unwatch = watchKeyring(refresh)
    // A row gets its initials once the student's answers are sent.
    const unlisten = onItemsChanged(refresh)
    return () => {
      unwatch()
      unlisten()
    }
  }, [refresh])
  return { rows, refresh }
}
