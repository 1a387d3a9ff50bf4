import { useEffect, useState } from 'react'
import { isBusy, type NetworkKind, tellAfterMs } from './network.rule.ts'

/** Which kind of business has lasted for long enough to be told. */
export function useLasting(kind: NetworkKind): NetworkKind | undefined {
  const [lasting, setLasting] = useState<NetworkKind>()
  useEffect(() => {
    if (!isBusy(kind)) return setLasting(undefined)
    const timer = setTimeout(() => setLasting(kind), tellAfterMs)
    return () => clearTimeout(timer)
  }, [kind])
  return lasting
}
