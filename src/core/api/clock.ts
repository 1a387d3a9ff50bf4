import { rightWithinMs } from '../../spec/limits.ts'

/** Cheap phones lose the time when the battery runs empty, so the countdown follows the provider's clock. */

interface Sample {
  offset: number
  roundTrip: number
}

const maxRoundTripMs = 3000
let best: Sample | undefined
/** The offset by the newest answer, also over a slow line: exact to a minute. */
let newest: number | undefined

/** Learns the provider's time from a `Date` header; the quickest answer is the most exact. Times in milliseconds. */
export function learnTime(dateHeader: string | null, asked: number, answered: number): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN
  const roundTrip = answered - asked
  if (Number.isNaN(server) || roundTrip > rightWithinMs) return
  // The header counts whole seconds: the middle of its second is the best guess.
  const offset = server + 500 - (asked + answered) / 2
  newest = offset
  if (roundTrip > maxRoundTripMs) return
  // Two offsets that contradict each other: the phone's clock was set in between, and only the newer one is right.
  const wasSet = best && Math.abs(best.offset - offset) > 1000 + (best.roundTrip + roundTrip) / 2
  if (!best || wasSet || roundTrip <= best.roundTrip) best = { offset, roundTrip }
}

/** Milliseconds to add to the device's clock. 0 until an answer has told the provider's time. */
export function clockOffset(): number {
  return best && Math.abs(best.offset) > 2000 ? best.offset : 0
}

/** Whether the device's clock agrees with the provider's, so that a time stored by it can be shown as a date. */
export function isClockRight(): boolean {
  return newest !== undefined && Math.abs(newest) < rightWithinMs
}
