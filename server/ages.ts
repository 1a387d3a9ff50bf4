import { clocksApartMs } from './allowances.ts'

/**
 * Milliseconds since then. A time further in the future than clocks may differ was written while a clock was wrong, and
 * counts as long past: a student must not wait a year for a code because of it.
 */
export function ageMs(at: Date | number | null | undefined, now: Date | number): number {
  const age = Number(now) - Number(at ?? 0)
  return age < -clocksApartMs ? Number.POSITIVE_INFINITY : age
}
