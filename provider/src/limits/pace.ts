import type { Patience } from './limits.ts'

/** Progress of a request's body since its window began, and the memory that it holds. */
export interface Progress {
  moved: number
  ms: number
  held: number
  /** Used share of the memory for all bodies, from 0 to 1. */
  fullness: number
}

/**
 * Photographs that the portal itself makes are smaller, so the lowest pace applies to them
 * throughout.
 */
export const heavyBytes = 512 * 1024

const owedBytes = (paceBytes: number, held: number) =>
  paceBytes * (1 + Math.floor(held / heavyBytes))

/** How long a body of so many bytes takes at the lowest pace. */
export function longestBodyMs({ paceBytes, paceWindowMs }: Patience, bytes: number): number {
  let ms = 0
  for (let held = 0; held < bytes; held += owedBytes(paceBytes, held)) ms += paceWindowMs
  return ms
}

/**
 * The more memory a body holds, the more it must move; from half of the memory on, the window
 * shortens as well. The pace stays far below that of the slowest phone that really sends.
 */
export function hasKeptPace(
  { paceBytes, paceWindowMs, paceWindowFullMs }: Patience,
  { moved, ms, held, fullness }: Progress,
): 'kept' | 'tooSlow' | 'tooEarly' {
  const scarcity = Math.min(1, Math.max(0, fullness * 2 - 1))
  const windowMs = paceWindowMs - (paceWindowMs - paceWindowFullMs) * scarcity
  if (ms < windowMs) return 'tooEarly'
  const bytes = owedBytes(paceBytes, held) * (windowMs / paceWindowMs)
  return moved < bytes ? 'tooSlow' : 'kept'
}
