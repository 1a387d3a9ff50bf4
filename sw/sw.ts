import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { rememberXsrfToken } from '../src/provider/xsrf.ts'
import { handOver, takeIn } from './incoming.ts'
import { installShell, shell } from './install.ts'
import { fillLists, listAt, serveList } from './lists.ts'
import { serveNavigation } from './navigation.ts'
import { sendWaiting } from './outbox.ts'
import { openPortal, telling } from './told.ts'

declare const self: ServiceWorkerGlobalScope

/** Wiring only: what the worker answers, and what wakes it. Every request that is not named here goes by untouched. */

clientsClaim()
cleanupOutdatedCaches()

// The plugin adds the manifest by itself. A browser reads it only while it installs the portal, with a network.
const files = self.__WB_MANIFEST.filter(({ url }) => !url.endsWith('.webmanifest'))
shell.addToCacheList(files)
self.addEventListener('install', event => event.waitUntil(installShell(files, event)))
self.addEventListener('activate', event => event.waitUntil(shell.activate(event)))
registerRoute(new PrecacheRoute(shell))

registerRoute(
  ({ request, sameOrigin }) => request.mode === 'navigate' && sameOrigin,
  ({ request, url }) => serveNavigation(request, url, path => shell.matchPrecache(path)),
)

registerRoute(
  ({ url }) => listAt(url.href) !== undefined,
  ({ request, url, event }) => {
    rememberXsrfToken(request.headers.get('X-XSRF-TOKEN'))
    return serveList(url.href, event)
  },
  'POST',
)

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === '/partage',
  ({ request }) => takeIn(request),
  'POST',
)

self.addEventListener('sync', event => {
  if (event.tag === 'outbox') event.waitUntil(telling(() => sendWaiting(event.lastChance)))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPortal())
})

self.addEventListener('message', event => {
  switch (event.data?.type) {
    // The page has asked the student first.
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    // The page was on its way when this worker took over.
    case 'CLAIM':
      event.waitUntil(self.clients.claim())
      break
    // A page that shows what other apps have shared.
    case 'RECEIVED':
      handOver(event.ports[0])
      break
    // The first page was loaded without this worker, so its lists went by: they are fetched beside the files.
    case 'FILL_LISTS':
      rememberXsrfToken(event.data.token)
      event.waitUntil(fillLists())
      break
  }
})
