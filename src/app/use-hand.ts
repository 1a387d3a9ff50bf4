import { useEffect, useState } from 'react'
import { loadHand } from './load-hand.ts'

export type Hand = Awaited<ReturnType<typeof loadHand>>

/** Parts that a screen can do without; they come behind it, and not at all over a network that fails. */
export function useHand(): Hand | undefined {
  const [hand, setHand] = useState<Hand>()
  useEffect(() => {
    let left = false
    loadHand().then(
      parts => !left && setHand(parts),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return hand
}
