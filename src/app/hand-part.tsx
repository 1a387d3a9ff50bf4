import { type ComponentType, useEffect, useState } from 'react'
import { loadHand } from './load-hand.ts'

type Hand = Awaited<ReturnType<typeof loadHand>>
/** Those that stand alone. */
type Part = { [N in keyof Hand]: Hand[N] extends ComponentType ? N : never }[keyof Hand]

/** A part of what comes to hand, in a screen that does without: until it has come, and where it does not, nothing. */
export function HandPart({ of }: { of: Part }) {
  const [hand, setHand] = useState<Hand>()
  useEffect(() => {
    loadHand().then(setHand, () => undefined)
  }, [])
  const Part = hand?.[of]
  return Part ? <Part /> : null
}
