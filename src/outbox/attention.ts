import { writeTogether } from '../core/db/database.ts'
import { type Away, deviceStore } from '../core/db/device-store.ts'

/** Nobody looks any more while documents wait; or all that happened until now is told. */
export const goneFrom = (away: Away): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.put(away, deviceStore.away)
  })

/** Somebody looks again: the page itself shows what has happened. */
export const backAt = (): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.delete(deviceStore.away)
  })

/** On the icon of an installed portal, from the page or its worker; a browser without badges shows none. */
export function showBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(() => undefined)
}
