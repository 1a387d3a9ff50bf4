import type { ComponentType } from 'react'
import { type Hand, useHand } from './use-hand.ts'

/** Those that stand alone. */
type Part = { [N in keyof Hand]: Hand[N] extends ComponentType ? N : never }[keyof Hand]

/** A part of what comes to hand, in a screen that does without: until it has come, and where it does not, nothing. */
export function HandPart({ of }: { of: Part }) {
  const Part = useHand()?.[of]
  return Part ? <Part /> : null
}
