import { useSyncExternalStore } from 'react'

/**
 * How often nobody was at a shared device any more. A lock counts what was open; a code that was typed and not sent has
 * to go as well where nothing was.
 */
let handovers = 0
const watchers = new Set<() => void>()

export function handOver(): void {
  handovers += 1
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** As a key, it unmounts what somebody left half typed. */
export const useHandovers = (): number => useSyncExternalStore(watch, () => handovers)
