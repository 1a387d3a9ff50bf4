import { writeTogether } from '../core/db/database.ts'
import { type Away, deviceStore } from '../core/db/device-store.ts'

/**
 * Sets the away marker: the student has left while documents wait, or has been notified of all that
 * happened so far.
 */
export const markAway = (away: Away): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.put(away, deviceStore.away)
  })

/** Clears the away marker: the page itself shows what has happened. */
export const clearAway = (): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.delete(deviceStore.away)
  })

/**
 * Sets the number on an installed portal's icon, from page or worker; a browser without badges
 * shows none.
 */
export function showBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(() => undefined)
}
