/**
 * Clocks of processes differ by minutes. What is further in the future was written while a clock
 * was wrong.
 */
export const mostAheadMs = 60 * 60_000

/** How far the clocks of several machines may be apart (provider/docs/production.md). */
const mostApartMs = 2_000

/**
 * Whether it came meanwhile. What is further in the future was written before a clock was set back,
 * and is earlier.
 */
export const cameBetween = (at: Date | null | undefined, since: Date, now: Date): boolean =>
  !!at && at > since && at.getTime() <= now.getTime() + mostApartMs

/**
 * Milliseconds since then. What a wrong clock has written counts as long past: it must hold no
 * student up for a year.
 */
export function ageMs(at: Date | number | null | undefined, now: Date | number): number {
  const age = Number(now) - Number(at ?? 0)
  return age < -mostAheadMs ? Number.POSITIVE_INFINITY : age
}
