/** Milliseconds. */
const calmMs = 10_000

/**
 * Whether a screen that has failed is drawn anew by itself: not if it has just been, which would go
 * on for ever.
 */
export const isWorthAnotherTry = (triedAt: number, now: number): boolean => now - triedAt > calmMs
