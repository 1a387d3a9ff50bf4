import { useEffect, useReducer, useState } from 'react'
import { awaitPart } from '../core/platform/lazy-part.ts'

interface LazyPart<T> {
  /** Undefined until it has come. */
  part: T | undefined
  /** For the button of <PartMissing>, where it has not come; it is tried again by itself, too. */
  retry: (() => void) | undefined
}

/** @param load the same function at each call */
export function useLazyPart<T>(load: () => Promise<T>, isWanted = true): LazyPart<T> {
  const [come, setCome] = useState<{ part: T }>()
  const [isMissing, setMissing] = useState(false)
  const [tries, retry] = useReducer((tries: number) => tries + 1, 0)
  const isNeeded = isWanted && !come
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of the button asks at once
  useEffect(() => {
    if (!isNeeded) return
    const end = new AbortController()
    setMissing(false)
    const told = () => setMissing(!end.signal.aborted)
    void awaitPart(load, end.signal, told).then(part => part && setCome({ part }))
    return () => end.abort()
  }, [load, isNeeded, tries])
  return { part: come?.part, retry: isNeeded && isMissing ? retry : undefined }
}
