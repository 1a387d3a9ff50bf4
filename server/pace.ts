import type { Patience } from './limits.ts'

/** What came of a request's body since its window began, and what memory it holds. */
export interface Progress {
  moved: number
  ms: number
  held: number
  /** Of the memory that all bodies share, from 0 to 1. */
  fullness: number
}

/** A body of the portal's own photographs is smaller, and bears the lowest pace to its end. */
export const heavyBytes = 512 * 1024

/**
 * Whoever holds more has to move more, and from half of the memory on the window shortens: what is held costs the one who
 * holds it. The pace itself stays far below that of a phone that sends in earnest.
 */
export function hasKeptPace(
  { paceBytes, paceWindowMs, paceWindowFullMs }: Patience,
  { moved, ms, held, fullness }: Progress,
): 'kept' | 'tooSlow' | 'tooEarly' {
  const scarcity = Math.min(1, Math.max(0, fullness * 2 - 1))
  const windowMs = paceWindowMs - (paceWindowMs - paceWindowFullMs) * scarcity
  if (ms < windowMs) return 'tooEarly'
  const bytes = paceBytes * (1 + Math.floor(held / heavyBytes)) * (windowMs / paceWindowMs)
  return moved < bytes ? 'tooSlow' : 'kept'
}
