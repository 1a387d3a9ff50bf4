import { type Away, deviceStore, recall } from '../src/core/db/device-store.ts'
import { isShared } from '../src/core/db/shared-mode.ts'
import { within } from '../src/core/db/within.ts'
import { markAway, showBadge } from '../src/outbox/attention.ts'
import { countUnsent } from '../src/outbox/item.ts'
import { listItems, onItemsChanged } from '../src/outbox/items.ts'
import { goneSince } from '../src/outbox/meanwhile.ts'
import * as notifyText from '../src/outbox/ui/news-text.ts'
import { language } from '../src/spec/text.ts'

declare const self: ServiceWorkerGlobalScope

/** Badge and notification for documents that the worker sends while no page is visible. */

// After each request, since the browser may end a worker within a round; only an installed portal
// has an icon.
onItemsChanged(() => void tellBadge().catch(reportError))

async function tellBadge(): Promise<void> {
  if ((await recall(deviceStore.away))?.installed) showBadge(countUnsent(await listItems()))
}

/** A failure here must not prevent sending. */
export async function announcing(send: () => Promise<void>): Promise<void> {
  await within(unseen(Date.now())).catch(reportError)
  try {
    await send()
  } finally {
    await tellGone(Date.now()).catch(reportError)
  }
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Since when no page is visible; undefined while one is, and on a shared device, where another
 * student would be told.
 */
async function unseen(now: number): Promise<Away | undefined> {
  const seen = (await windows()).some(({ visibilityState }) => visibilityState === 'visible')
  if (seen || (await isShared())) return undefined
  const away = await recall(deviceStore.away)
  if (away) return away
  // If the phone killed the page, it may not have stored when the student left: count from now on.
  const started = { since: now, installed: false }
  await markAway(started)
  return started
}

/**
 * One notification for all documents. Without permission, the next page tells the student instead.
 */
async function tellGone(now: number): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return
  const away = await unseen(now)
  const gone = away && goneSince(await listItems(), away.since)
  if (!gone) return
  await self.registration.showNotification(notifyText.gone(gone), {
    icon: '/icon-192.png',
    badge: '/icon-monochrome-512.png',
    lang: language,
    tag: 'envois',
  })
  await markAway({ ...away, since: now })
}

/**
 * Focuses an open page as it stands, since the student may have typed something in it; else opens
 * home.
 */
export async function openPortal(): Promise<void> {
  const [open] = await windows()
  await (open ? open.focus() : self.clients.openWindow('/home'))
}
