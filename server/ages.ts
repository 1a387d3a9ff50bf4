/** Clocks of processes differ by minutes. What is further in the future was written while a clock was wrong. */
export const mostAheadMs = 60 * 60_000

/** What a wrong clock has written does not count as later: it must hold no student up for a year. */
export const isLater = (at: Date, than: Date, now: Date): boolean =>
  at > than && ageMs(at, now) < Number.POSITIVE_INFINITY

/** Milliseconds since then. What a wrong clock has written counts as long past: it must hold no student up for a year. */
export function ageMs(at: Date | number | null | undefined, now: Date | number): number {
  const age = Number(now) - Number(at ?? 0)
  return age < -mostAheadMs ? Number.POSITIVE_INFINITY : age
}
