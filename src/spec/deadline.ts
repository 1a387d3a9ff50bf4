import { endOf, keptWindowAt, type LastDates } from './window.ts'

/**
 * When enrolment ends, by the provider's last dates: what is left of its last day, and what came
 * too late.
 */

const day = 86_400_000

/**
 * Milliseconds left of the last 24 hours in which a student can enrol; undefined before, after, and
 * where no end is known.
 * @param now milliseconds, by this device's clock
 */
export function leftOfLastDay({ reply, offset }: LastDates, now: number): number | undefined {
  const left = (endOf(reply) ?? 0) - now - offset
  return reply.statut === 1 && left > 0 && left < day ? left : undefined
}

/**
 * Whether enrolment ended after a request was written and before its answer came. A closed window
 * without a date may have; one that the provider closed before its date has.
 * @param written and `answered`: milliseconds, by this device's clock
 */
export function endedBetween(
  { reply, offset }: LastDates,
  written: number,
  answered: number,
): boolean {
  const end = endOf(reply) ?? Number.POSITIVE_INFINITY
  return end > written + offset && !keptWindowAt(reply, answered + offset).open
}
