/** What a student reads, in French. */

const decimal = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })

/** Thousands, as a phone's data plan counts: 1 Mo is 1,000,000 bytes. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} ko` : `${decimal.format(bytes / 1_000_000)} Mo`
}

const hundredths = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })

/** As a data plan is sold, in megabytes as soon as two decimals are right to 5 %: "0,41 Mo". */
export function formatData(bytes: number): string {
  return bytes < 100_000 ? formatBytes(bytes) : `${hundredths.format(bytes / 1_000_000)} Mo`
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
