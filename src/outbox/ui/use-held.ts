import { useState } from 'react'
import { orderedMs, problemOf } from '../../core/api/problem.ts'
import { formatWait } from '../../ui/format.ts'
import { useTick } from '../../ui/use-tick.ts'
import * as sendingText from './text.ts'

/** Retry-After of a call that a button makes: the button is held until then, whatever else is typed meanwhile. */
export function useHeld() {
  const [until, setUntil] = useState(0)
  const left = until - Date.now()
  const held = left > 0
  useTick(held)
  return {
    /** Says when the button may be pressed again, while it may not. */
    held: held && sendingText.heldFor(formatWait(left)),
    hold: (error: unknown) => setUntil(Date.now() + orderedMs(problemOf(error))),
  }
}
