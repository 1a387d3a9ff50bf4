import { rightWithinMs } from './limits.ts'
import { type Chrono, isUnderWay } from './window.ts'

/** The provider's last dates. Times in milliseconds. */
export interface LastDates {
  reply: Chrono
  /** When they came, by this device's clock. */
  at: number
  /** What made the provider's clock of this device's by then. */
  offset: number
  /** Since when all answers have said that enrolment is under way, by this device's clock; 0 where each one ever did. */
  since?: number
}

const day = 86_400_000

/** The `since` of an answer that comes now, after this one. */
export function underWaySince(last: LastDates | undefined, now: number): number {
  return last && !isUnderWay(last.reply, last.at + last.offset) ? now : (last?.since ?? 0)
}

/**
 * Whether a reference list does as it was kept, so that nobody is asked for it: during enrolment, for a day. One of
 * before may lack what enrolment began with. Whatever says that the device's clock was set back since makes the list old:
 * it must not stay for ever.
 * @param keptAt NaN where the clock was not known to be right, or an earlier version kept the list
 */
export function goesUnasked(keptAt: number, last: LastDates | undefined, now: number): boolean {
  if (!last) return false
  const isRight = last.at <= now && Math.abs(last.offset) < rightWithinMs
  const { statut, target = 0 } = last.reply
  const began = statut === 2 ? target - last.offset : (last.since ?? 0)
  const isYoung = began <= keptAt && keptAt <= now && now < keptAt + day
  return isRight && isYoung && isUnderWay(last.reply, now + last.offset)
}
