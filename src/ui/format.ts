import { dayOfYear } from '../spec/day.ts'
import * as uiText from './text.ts'

/** Sizes and times as a student reads them. */

/** Without Intl: creating its first formatter blocks a slow phone for a tenth of a second. */
function decimal(value: number, places: number): string {
  const scale = 10 ** places
  return String(Math.round(value * scale) / scale).replace('.', uiText.decimalMark)
}

/** One after the other; what is missing leaves no gap. */
export const sentences = (
  ...said: readonly (string | number | false | null | undefined)[]
): string => said.filter(Boolean).join(' ')

/** Thousands, as a phone's data plan counts: 1 Mo is 1,000,000 bytes. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? uiText.kilobytes(Math.max(1, Math.round(bytes / 1000)))
    : uiText.megabytes(decimal(bytes / 1_000_000, 1))
}

/** As a data plan is sold, in megabytes as soon as two decimals are right to 5 %: "0,41 Mo". */
export function formatData(bytes: number): string {
  return bytes < 100_000 ? formatBytes(bytes) : uiText.megabytes(decimal(bytes / 1_000_000, 2))
}

/** "il y a 3 min": how long ago something was, in the largest unit that fits. Milliseconds. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return uiText.justNow
  if (minutes < 60) return uiText.minutesAgo(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return uiText.hoursAgo(hours)
  return uiText.daysAgo(Math.floor(hours / 24))
}

/** A wait that is still to come, rounded up. Milliseconds. */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 90 ? uiText.seconds(seconds) : uiText.minutes(Math.ceil(seconds / 60))
}

/** "24 novembre, 14 h 05": without the year, since it is always the current one. Milliseconds. */
export const formatMoment = (time: number): string =>
  uiText.moment(dayOfYear(new Date(time)), formatHour(time))

/** "23 h 59". Milliseconds. */
export function formatHour(time: number): string {
  const date = new Date(time)
  return uiText.hour(date.getUTCHours(), String(date.getUTCMinutes()).padStart(2, '0'))
}

/**
 * Only the last two digits: the owner recognises the number, and a student who looks over a
 * shoulder can't read it.
 */
export const maskedPhone = (phone: string): string => formatPhone(phone.replace(/\d(?=\d\d)/g, '•'))

/** In pairs of digits, as the number is spoken. */
export const formatPhone = (phone: string): string => phone.trim().replace(/..(?=.)/g, '$&\u00a0')
