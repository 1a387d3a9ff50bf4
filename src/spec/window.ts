import { rightWithinMs } from './limits.ts'
import { closedMessage, openMessage } from './text.ts'

/** The enrolment window (section 4), decided from the chrono answer and nothing else. */

export interface Chrono {
  statut: number
  message: string
  /** Milliseconds since the epoch; undefined when the answer has no date. */
  target: number | undefined
}

export interface Counters {
  days: number
  hours: number
  minutes: number
  seconds: number
}

export type EnrolmentWindow =
  | { open: false; message: string }
  | { open: true; message: string; counters: Counters }

export const closedWindow: EnrolmentWindow = { open: false, message: closedMessage }

/**
 * Section 4: only statut 1 and 2 mark the window open; a date that is past stops the counters at 0.
 * @param now milliseconds, by the server's clock
 */
export function windowAt(chrono: Chrono, now: number): EnrolmentWindow {
  if ((chrono.statut !== 1 && chrono.statut !== 2) || chrono.target === undefined)
    return closedWindow
  const past = chrono.target <= now
  const message = chrono.statut === 2 && past ? openMessage : chrono.message
  return { open: true, message, counters: countersUntil(chrono.target, now) }
}

/**
 * Without the provider, a stored answer decides as long as its date allows (docs/behaviour.md). The
 * date of statut 1 is the end of enrolment; that of statut 2 is its beginning, after which no
 * stored date tells the end.
 */
export function keptWindowAt(chrono: Chrono, now: number): EnrolmentWindow {
  const ended = chrono.statut === 1 && chrono.target !== undefined && chrono.target <= now
  return ended ? closedWindow : windowAt(chrono, now)
}

/**
 * Until when a stored answer lets students in, as `keptWindowAt` does; 0 where it does not.
 * Milliseconds, by the provider's clock.
 */
export const openUntil = ({ statut, target = 0 }: Chrono): number =>
  statut === 2 && target > 0 ? Number.MAX_SAFE_INTEGER : statut === 1 ? target : 0

/** The portal's first year: a provider without a date sends one from long before it. */
const firstYear = Date.UTC(2021, 0)

/**
 * The end that a reply names: statut 1 carries the end date, statut 0 may. Milliseconds, by the
 * provider's clock.
 */
export function endOf({ statut, target }: Chrono): number | undefined {
  return (statut === 0 || statut === 1) && target !== undefined && target >= firstYear
    ? target
    : undefined
}

/** Whether enrolment has begun and not ended, as far as a stored answer tells. */
export const isUnderWay = ({ statut, target }: Chrono, now: number): boolean =>
  target !== undefined && (statut === 1 ? target > now : statut === 2 && target <= now)

export function countersUntil(target: number, now: number): Counters {
  const left = Math.max(0, Math.floor((target - now) / 1000))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/**
 * docs/contract.md: a date without a zone is Bamako time, which is UTC; ISO 8601 with a zone is
 * read as it says.
 * @returns milliseconds since the epoch, or undefined when it can't be read
 */
export function readDate(text: string): number | undefined {
  const parts =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/.exec(
      text.trim(),
    )
  if (!parts) return undefined
  const [, day = '', clock = '00:00:00', zone = 'Z'] = parts
  if (!isDay(day)) return undefined
  const fullZone = zone.replace(
    /^([+-]\d{2}):?(\d{2})?$/,
    (_, hours, minutes = '00') => `${hours}:${minutes}`,
  )
  const time = Date.parse(`${day}T${clock}${fullZone}`)
  return Number.isNaN(time) ? undefined : time
}

/** Some browsers read 30 February as 2 March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** The provider's last dates. Times in milliseconds. */
export interface LastDates {
  reply: Chrono
  /** When they came, by this device's clock. */
  at: number
  /**
   * Milliseconds to add to this device's clock to get the provider's time, measured when they came.
   */
  offset: number
  /**
   * The latest moment that had certainly been by then, in milliseconds: a build or the provider has
   * told it.
   */
  told?: number
  /**
   * Since when every answer has shown enrolment as open, by this device's clock; 0 if every answer
   * ever did.
   */
  since?: number
}

const day = 86_400_000

/** The `since` to store with an answer that comes now, after the last one. */
export function underWaySince(last: LastDates | undefined, now: number): number {
  return last && !isUnderWay(last.reply, last.at + last.offset) ? now : (last?.since ?? 0)
}

/**
 * Whether the portal uses a stored reference list without asking the provider: during enrolment,
 * for a day. A list from before enrolment may be incomplete. Any sign that the clock was set back
 * outdates it, or the list might stay for ever.
 * @param keptAt NaN if the clock was not known to be right
 */
export function goesUnasked(keptAt: number, last: LastDates | undefined, now: number): boolean {
  if (!last) return false
  const isRight = last.at <= now && Math.abs(last.offset) < rightWithinMs
  const { statut, target = 0 } = last.reply
  const began = statut === 2 ? target - last.offset : (last.since ?? 0)
  const isYoung = began <= keptAt && keptAt <= now && now < keptAt + day
  return isRight && isYoung && isUnderWay(last.reply, now + last.offset)
}
