import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createAutoLock } from './auto-lock.ts'
import { watchAttention } from './watch-attention.page.ts'

/**
 * @param veiled the class of a page that is drawn over
 * @returns whether it is about to lock
 */
export function useAutoLock(lock: () => void, veiled: string): boolean {
  const autoLock = useMemo(() => createAutoLock(lock, () => Date.now()), [lock])
  useEffect(() => watchAttention(autoLock, veiled), [autoLock, veiled])
  return useSyncExternalStore(autoLock.subscribe, autoLock.get)
}
