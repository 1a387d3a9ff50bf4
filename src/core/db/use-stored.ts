import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { LockedError, lockCount, watchKeyring } from '../crypto/keyring.ts'
import { MissingPart } from '../platform/lazy-part.ts'
import { storageTrouble } from './database.ts'
import { inMemory, tellTrouble } from './patience.page.ts'
import { currentMode, watchMode } from './shared-mode.ts'

/** Calls back when what was read may have changed. @returns what ends it */
export type Wake = (listener: () => void) => () => void

interface Stored<T> {
  /** Undefined until it has been read; while it is read again, what was read last. */
  value: T | undefined
  error: Error | null
  /** Resolves once it has been read again. */
  again(): Promise<unknown>
}

/**
 * What lies on this device, as a screen shows it: read when the screen appears, and again when the
 * key changes, when a dossier is opened or locked, when the device's mode changes, and when one of
 * `wakes` calls. Held for no longer than it is shown, and never beyond a lock. Who reads under one
 * key reads once.
 * @param wakes the same at each call
 */
export function useStored<T>(
  key: readonly unknown[],
  read: () => Promise<T>,
  ...wakes: readonly Wake[]
): Stored<T> {
  const client = useQueryClient()
  const locks = useSyncExternalStore(watchKeyring, lockCount, () => 0)
  const queryKey = storedKey(locks, key)
  const { data, error, refetch } = useQuery({
    queryKey,
    // Wrapped: a query may not answer `undefined`.
    queryFn: async () => ({ value: await read() }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const hash = hashKey(queryKey)
  const [sources] = useState([watchKeyring, onModeChanged, inMemory.subscribe, ...wakes])
  useEffect(() => {
    const ends = sources.map(source => source(() => readOnce(client, hash)))
    return () => {
      for (const end of ends) end()
    }
  }, [client, hash, sources])
  useEffect(() => {
    if (!error || error instanceof LockedError) return
    reportError(error)
    if (error instanceof MissingPart) return
    // Or the screen would wait for it without a word.
    tellTrouble(hash, storageTrouble(error))
    return () => tellTrouble(hash)
  }, [error, hash])
  const again = useCallback(() => refetch(), [refetch])
  return { value: data?.value, error, again }
}

/** What a screen is to show until the disk has been read. */
export function knowStored<T>(client: QueryClient, key: readonly unknown[], value: T): void {
  client.setQueryData(storedKey(lockCount(), key), { value })
}

const storedKey = (locks: number, key: readonly unknown[]) => ['stored', locks, ...key]

/** Who read before the mode was known has waited for it (`knownMode`). */
const onModeChanged: Wake = listener => {
  let before = currentMode()
  return watchMode(() => {
    if (before !== 'unknown') listener()
    before = currentMode()
  })
}

const due = new Set<string>()

/** Several screens are woken at once, and by several sources. */
function readOnce(client: QueryClient, hash: string): void {
  if (due.has(hash)) return
  due.add(hash)
  queueMicrotask(() => {
    due.delete(hash)
    void client.invalidateQueries({ predicate: ({ queryHash }) => queryHash === hash })
  })
}
