import { useEffect, useSyncExternalStore } from 'react'

/** How many faults the page shows. */
let shown = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  shown += by
  for (const listener of listeners) listener()
}

/** While the component is there, the page's title begins with "Erreur : ". */
export function useFault(isFault: boolean): void {
  useEffect(() => {
    if (!isFault) return
    count(1)
    return () => count(-1)
  }, [isFault])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFaultShown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shown > 0,
    () => false,
  )
