import { Workbox } from 'workbox-window'
import { currentConnectivity, watchConnectivity } from '../core/api/connectivity.ts'
import { isBuildGone } from '../core/platform/lazy-part.ts'
import { createState } from '../core/platform/signals.ts'
import { trustedScript } from '../core/platform/trusted-script.page.ts'
import { askForLists, registerScript, workerOptions, workerScript } from './bring-worker.ts'
import { createUpdate } from './worker-update.ts'

/** The page's entry point to its service worker. */
export const update = createUpdate({
  controller: () => navigator.serviceWorker.controller,
  register: registerScript,
  fillLists: askForLists,
  isGone: () => isBuildGone(import.meta.url),
  reload: () => location.reload(),
  isCalm: () => !document.querySelector('dialog[open]'),
})

/** Whether the worker has replaced a stored file that was not as the build had made it. */
export const replaced = createState(false)

/**
 * Whether the network has altered what the worker must keep, so that nothing opens here without
 * one.
 */
export const altered = createState(false)

/** Whether an enrolment can be begun and filled in here without a network. */
export const ready = createState(false)

let registering: Promise<void> | undefined

/** Once a page: it may be called again when React takes the page over. */
export function registerWorker(): Promise<void> {
  registering ??= register()
  return registering
}

async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Listen before asking the worker for its lists: it answers with these messages.
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'REPLACED') replaced.set(true)
    if (data?.type === 'ALTERED') altered.set(true)
    if (data?.type === 'READY') {
      altered.set(false)
      ready.set(true)
    }
  })
  update.begin()
  serviceWorker.addEventListener('controllerchange', update.controlled)
  addEventListener('vite:preloadError', update.partMissing)
  addEventListener('online', update.look)
  watchConnectivity(() => {
    if (currentConnectivity() === 'reached') void update.lookForFirst()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void update.look()
  })
  const workbox = new Workbox(trustedScript(workerScript), workerOptions)
  workbox.addEventListener('waiting', update.announce)
  const first = await workbox.register().catch(() => undefined)
  if (first) update.watchOver(first)
  // The worker does not control a page that was loading while it activated: claim the page, or it
  // has nothing offline.
  const { active } = await serviceWorker.ready
  if (!serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
}
