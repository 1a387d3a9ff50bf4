/** How fast the line was for the last upload that finished on this page. */

/** Bytes a second; 2G at its usual. */
const slowBelow = 10_000
/** A short call tells about the way there and back, not about the line. */
const tellingBytes = 20_000

let slow = false

/** Until the answer, not until the last byte was handed over: phones take a whole photo into their own buffers. */
export function learnSpeed(bytes: number, ms: number): void {
  if (bytes >= tellingBytes) slow = bytes / (ms / 1000) < slowBelow
}

export const isSlowLine = (): boolean => slow
