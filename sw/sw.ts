import { rememberXsrfToken } from '../src/core/api/xsrf.ts'
import { forgetOthers, isListed } from './files.ts'
import { install } from './install.ts'
import { bringLater } from './later.ts'
import { letGo, untilLetGo } from './let-go.ts'
import { fillLists, hasLists, listAt, serveList } from './lists.ts'
import { servedFile, serveNavigation } from './navigation.ts'
import { sendWaiting } from './outbox.ts'
import { giveReceived, receive } from './share-target.ts'
import { announcing, openPortal } from './told.ts'
import { answerReplaced } from './whole.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Wiring only: what the worker answers, and what wakes it. It leaves any request not named here to
 * the browser.
 */

// A worker of the same script under another scope would stay for good: no page updates it.
if (self.registration.scope !== new URL('/', self.location.href).href)
  self.registration.unregister()

self.addEventListener('install', event => {
  // While the worker starts, Chromium also asks the network for the page: each visit would pay for
  // an unused reply.
  const asked = event.addRoutes?.({ condition: { requestMode: 'navigate' }, source: 'fetch-event' })
  asked?.catch(reportError)
  event.waitUntil(install())
})
self.addEventListener('activate', event =>
  event.waitUntil(Promise.all([forgetOthers(), self.clients.claim()])),
)

self.addEventListener('fetch', event => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request, clientId } = event
  const url = new URL(request.url)
  const leadsTo = request.mode === 'navigate' && url.origin === self.location.origin
  switch (request.method) {
    case 'GET':
      if (leadsTo) return serveNavigation(request, url, event)
      return isListed(url) ? untilLetGo(servedFile(url.pathname, clientId)) : undefined
    case 'POST':
      if (leadsTo) return url.pathname === '/partage' ? receive(event) : undefined
      if (!listAt(url.href)) return undefined
      rememberXsrfToken(request.headers.get('X-XSRF-TOKEN'))
      return untilLetGo(serveList(url.href, event))
    default:
      return undefined
  }
}

self.addEventListener('sync', event => {
  if (event.tag === 'outbox') event.waitUntil(announcing(() => sendWaiting(event.lastChance)))
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
    case 'LET_GO':
      letGo()
      break
    // The page began to load before this worker took charge.
    case 'CLAIM':
      event.waitUntil(self.clients.claim())
      break
    // The page that shows photos shared by other apps.
    case 'RECEIVED':
      giveReceived(event.ports[0])
      break
    // The first page was loaded without this worker, so its lists were not cached: fetch them
    // beside the files.
    case 'FILL_LISTS':
      rememberXsrfToken(event.data.token)
      answerReplaced(event.source)
      event.waitUntil(inNoHurry(fillLists().then(() => goOn(event.source))))
      break
  }
})

/** Work that the next visit does again where it ends early. */
const inNoHurry = (work: Promise<void>): Promise<void> => untilLetGo(work).catch(() => undefined)

/**
 * In charge and with the lists, the worker has all that an enrolment needs: the page may say so.
 * Then lazy files.
 */
async function goOn(page: ExtendableMessageEvent['source']): Promise<void> {
  if (!self.registration.active) return
  if (await hasLists()) page?.postMessage({ type: 'READY' })
  await bringLater()
}
