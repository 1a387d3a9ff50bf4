import { staleDays } from '../../spec/limits.ts'

/** When a draft is old enough to be offered for erasure. Pure. Milliseconds. */
const staleMs = staleDays * 24 * 3_600_000

export const isStale = (savedAt: number, now: number): boolean => now - savedAt >= staleMs
