/** How often a code is stretched. Pure. */

/** OWASP's count for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet): never less, however slow the device. */
export const fewestRounds = 600_000
/** A faster measure than any device has made is a clock that tells nothing. */
const mostRounds = 10_000_000
export const trialRounds = 100_000
const bearableMs = 1_000
const step = 100_000

/** What takes about one second where so many milliseconds went by for a trial. A coarse clock shows none: then the least. */
export function roundsFor(trialMs: number): number {
  if (!(trialMs > 0)) return fewestRounds
  const bearable = Math.floor((trialRounds * bearableMs) / trialMs / step) * step
  return Math.min(mostRounds, Math.max(fewestRounds, bearable))
}
