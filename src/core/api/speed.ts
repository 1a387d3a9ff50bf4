/** How fast the line was for the last upload that finished on this page. */

/** Bytes a second; 2G at its usual. */
const slowBelow = 10_000
/** How long a short call takes says how far away the provider is, not how fast the line. */
const tellingBytes = 20_000

let slow = false

/** Measured until the answer, not until the last byte was handed over: phones buffer a whole photo. */
export function learnSpeed(bytes: number, ms: number): void {
  if (bytes >= tellingBytes) slow = bytes / (ms / 1000) < slowBelow
}

export const isSlowLine = (): boolean => slow
