import { rightWithinMs } from '../../spec/limits.ts'

/** Cheap phones lose the time with the battery; the countdown follows the provider's clock instead. */

interface Sample {
  offset: number
  roundTrip: number
}

const maxRoundTripMs = 3000
let best: Sample | undefined
/** What the newest answer has told, however slow the line is: good to a minute. */
let newest: number | undefined

/** Learns from a `Date` header; of all answers the quickest is the most exact. Times in milliseconds. */
export function learnTime(dateHeader: string | null, asked: number, answered: number): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN
  const roundTrip = answered - asked
  if (Number.isNaN(server) || roundTrip > rightWithinMs) return
  // The header counts whole seconds: the middle of its second is the best guess.
  const offset = server + 500 - (asked + answered) / 2
  newest = offset
  if (roundTrip > maxRoundTripMs) return
  // Two answers that exclude each other: the phone's clock was set meanwhile, and only the newer one still holds.
  const wasSet = best && Math.abs(best.offset - offset) > 1000 + (best.roundTrip + roundTrip) / 2
  if (!best || wasSet || roundTrip <= best.roundTrip) best = { offset, roundTrip }
}

/** Milliseconds to add to the device's clock. 0 until an answer has told the provider's time. */
export function clockOffset(): number {
  return best && Math.abs(best.offset) > 2000 ? best.offset : 0
}

/** The provider has told its time, and the device's clock agrees: what it has written down can be told as a date. */
export function isClockRight(): boolean {
  return newest !== undefined && Math.abs(newest) < rightWithinMs
}
