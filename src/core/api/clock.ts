import { rightWithinMs } from '../../spec/limits.ts'

/**
 * Cheap phones lose the time when the battery runs empty, so the countdown follows the provider's
 * clock.
 */

interface Sample {
  offset: number
  roundTrip: number
}

const maxRoundTripMs = 3000
let best: Sample | undefined
/** The offset by the newest answer, also over a slow line: exact to a minute. */
let newest: number | undefined

/**
 * Learns the provider's time from a `Date` header; the quickest answer is the most exact. Times in
 * milliseconds.
 */
export function learnTime(dateHeader: string | null, asked: number, answered: number): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN
  const roundTrip = answered - asked
  if (Number.isNaN(server) || roundTrip > rightWithinMs) return
  // The header counts whole seconds: the middle of its second is the best guess.
  const offset = server + 500 - (asked + answered) / 2
  newest = offset
  if (roundTrip > maxRoundTripMs) return
  // Two offsets that contradict each other: the phone's clock was set in between, and only the
  // newer one is right.
  const wasSet = best && Math.abs(best.offset - offset) > 1000 + (best.roundTrip + roundTrip) / 2
  if (!best || wasSet || roundTrip <= best.roundTrip) best = { offset, roundTrip }
}

/** Milliseconds to add to the device's clock. 0 until an answer has told the provider's time. */
export function clockOffset(): number {
  return best && Math.abs(best.offset) > 2000 ? best.offset : 0
}

/**
 * Whether the device's clock agrees with the provider's, so that a time stored by it can be shown
 * as a date.
 */
export function isClockRight(): boolean {
  return newest !== undefined && Math.abs(newest) < rightWithinMs
}

// A date that is years off makes TLS fail, which the browser calls a missing network
// (docs/platform.md).

const day = 86_400_000
/** Milliseconds. A phone may well have been without the provider for a season. */
const unseen = 180 * day

/**
 * The day on which this build was made, in milliseconds; missing where modules run without a build.
 */
const builtAt = Number(import.meta.env?.BUILT_AT ?? 0)
let told: number | undefined

/** The latest moment that has certainly been, in milliseconds; 0 where nothing tells. */
export const latestKnown = (): number => Math.max(builtAt, told ?? 0)

/** The provider itself has answered: a captive portal's clock proves nothing. */
export function learnTold(dateHeader: string | null): void {
  const time = Date.parse(dateHeader ?? '')
  if (!Number.isNaN(time)) told = time
}

/** What an earlier visit was told, in milliseconds. */
export function recallTold(time = 0): void {
  told ??= time
}

/** Whether the phone shows a date before one that has been, or far from any that is known. */
export function isDateWrong(now: number): boolean {
  const known = latestKnown()
  return known > 0 && (now < known - day || now > known + unseen)
}

/** The device's time, or the latest one known where that is nearer to the truth. Milliseconds. */
export const likelyNow = (now: number): number => (isDateWrong(now) ? latestKnown() : now)
