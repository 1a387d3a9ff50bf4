/**
 * How fast the line was for the last upload that finished on this page, and what is to be spared
 * for it.
 */

/** Bytes a second: the usual speed of 2G. */
const slowBelow = 10_000
/**
 * Bytes. The time of a smaller call tells how far away the provider is, not how fast the line is.
 */
const tellingBytes = 20_000

let slow = false

/**
 * Measured until the answer, not until the browser reports the last byte as sent: phones buffer a
 * whole photo.
 */
export function learnLineSpeed(bytes: number, ms: number): void {
  if (bytes >= tellingBytes) slow = bytes / (ms / 1000) < slowBelow
}

export const isSlowLine = (): boolean => slow

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** The student has asked for less data, or the line is slow: photos are made one step smaller. */
export function wantsEconomy(): boolean {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData) return true
  return (
    connection?.effectiveType === 'slow-2g' || connection?.effectiveType === '2g' || isSlowLine()
  )
}
