/** Time, as far as a controller needs it; a test turns its own. Milliseconds. */
export interface Clock {
  now(): number
  /** @returns what to call when it is not wanted any more */
  after(ms: number, work: () => void): () => void
}

export const clock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
