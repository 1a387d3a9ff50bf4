import { type Chrono, keptWindowAt, type LastDates } from './window.ts'

/** When enrolment ends, by the provider's last dates: what is left of its last day, and what came too late. */

const day = 86_400_000

/** The portal's first year: a provider without a date sends one from long before it. */
const firstYear = Date.UTC(2021, 0)

/** The end that a reply names: statut 1 carries the end date, statut 0 may. Milliseconds, by the provider's clock. */
export function endOf({ statut, target }: Chrono): number | undefined {
  return (statut === 0 || statut === 1) && target !== undefined && target >= firstYear ? target : undefined
}

/**
 * Milliseconds left of the last 24 hours in which a student can enrol; undefined before, after, and where no end is
 * known.
 * @param now milliseconds, by this device's clock
 */
export function leftOfLastDay({ reply, offset }: LastDates, now: number): number | undefined {
  const left = (endOf(reply) ?? 0) - now - offset
  return reply.statut === 1 && left > 0 && left < day ? left : undefined
}

/**
 * Whether enrolment ended after a request was written and before its answer came. A closed window without a date may
 * have; one that the provider closed before its date has.
 * @param written and `answered`: milliseconds, by this device's clock
 */
export function endedBetween({ reply, offset }: LastDates, written: number, answered: number): boolean {
  const end = endOf(reply) ?? Number.POSITIVE_INFINITY
  return end > written + offset && !keptWindowAt(reply, answered + offset).open
}
