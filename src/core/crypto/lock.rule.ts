/** When an open dossier is locked automatically. Pure. Times in milliseconds. */

export const idleLimitMs = 2 * 60_000
export const hiddenLimitMs = 30_000
/** Enough time to lay out a document, photograph it, look at the picture and take it again. */
export const cameraLimitMs = 10 * 60_000
export const warnBeforeMs = 20_000

export interface Attention {
  now: number
  /** The last touch or key. */
  touchedAt: number
  /** Since when the page is out of sight. */
  hiddenAt: number | undefined
  /** A camera or the gallery is open, or was when the page went out of sight. */
  picking: boolean
}

/** How long the dossier may stay open; 0 locks. A clock that was set back proves nothing, so it locks as well. */
export function openFor({ now, touchedAt, hiddenAt, picking }: Attention): number {
  if (now < touchedAt || (hiddenAt !== undefined && now < hiddenAt)) return 0
  const idleLeft = touchedAt + (picking ? cameraLimitMs : idleLimitMs) - now
  const hiddenLeft = hiddenAt === undefined ? idleLeft : hiddenAt + (picking ? cameraLimitMs : hiddenLimitMs) - now
  return Math.max(0, Math.min(idleLeft, hiddenLeft))
}

/** Whether to warn the student, who may still be reading, that it locks soon: one touch keeps it open. */
export function isClosing(attention: Attention): boolean {
  const left = openFor(attention)
  return attention.hiddenAt === undefined && left > 0 && left <= warnBeforeMs
}
