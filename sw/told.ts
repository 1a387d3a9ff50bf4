import { type Away, deviceStore, recall } from '../src/core/db/device-store.ts'
import { isShared } from '../src/core/db/shared-mode.ts'
import { goneFrom, showBadge } from '../src/outbox/attention.ts'
import { unsent } from '../src/outbox/item.ts'
import { listItems, onItemsChanged } from '../src/outbox/items.ts'
import { goneSince } from '../src/outbox/meanwhile.ts'
import * as notifyText from '../src/outbox/ui/news-text.ts'

declare const self: ServiceWorkerGlobalScope

/** What the worker tells of documents that it sends while nobody looks at the portal. */

// After each request, since the browser may end a worker in the middle of a round; only where there is an icon to show it.
onItemsChanged(() => void tellBadge().catch(reportError))

async function tellBadge(): Promise<void> {
  if ((await recall(deviceStore.away))?.installed) showBadge(unsent(await listItems()))
}

/** What fails here must not keep anything from being sent. */
export async function telling(send: () => Promise<void>): Promise<void> {
  await unseen(Date.now()).catch(reportError)
  try {
    await send()
  } finally {
    await tellGone(Date.now()).catch(reportError)
  }
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Since when nobody looks; undefined where somebody does, or where the next one to look is somebody else. */
async function unseen(now: number): Promise<Away | undefined> {
  const seen = (await windows()).some(({ visibilityState }) => visibilityState === 'visible')
  if (seen || (await isShared())) return undefined
  const away = await recall(deviceStore.away)
  if (away) return away
  // A phone that killed the page may have noted nothing; what is sent from now on is not seen either.
  const started = { since: now, installed: false }
  await goneFrom(started)
  return started
}

/** One notification for all. Without the student's leave, the next page says it. */
async function tellGone(now: number): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return
  const away = await unseen(now)
  const gone = away && goneSince(await listItems(), away.since)
  if (!gone) return
  await self.registration.showNotification(notifyText.gone(gone), {
    icon: '/icon-192.png',
    badge: '/icon-monochrome-512.png',
    lang: 'fr',
    tag: 'envois',
  })
  await goneFrom({ ...away, since: now })
}

/** A page that is open is brought forward as it stands: there may be something half typed in it. Else home leads on. */
export async function openPortal(): Promise<void> {
  const [open] = await windows()
  await (open ? open.focus() : self.clients.openWindow('/home'))
}
