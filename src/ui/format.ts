/** What a student reads, in French. */

/** Not by Intl: making its first formatter holds a slow phone up for a tenth of a second. */
function decimal(value: number, places: number): string {
  const scale = 10 ** places
  return String(Math.round(value * scale) / scale).replace('.', ',')
}

/** Thousands, as a phone's data plan counts: 1 Mo is 1,000,000 bytes. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} ko` : `${decimal(bytes / 1_000_000, 1)} Mo`
}

/** As a data plan is sold, in megabytes as soon as two decimals are right to 5 %: "0,41 Mo". */
export function formatData(bytes: number): string {
  return bytes < 100_000 ? formatBytes(bytes) : `${decimal(bytes / 1_000_000, 2)} Mo`
}

/** "il y a 3 min": how long ago something was, in the largest unit that fits. Milliseconds. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return "à l'instant"
  if (minutes < 60) return `il y a ${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `il y a ${hours} h`
  const days = Math.floor(hours / 24)
  return `il y a ${days} jour${days > 1 ? 's' : ''}`
}

/** A wait that is still to come, rounded up. Milliseconds. */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
