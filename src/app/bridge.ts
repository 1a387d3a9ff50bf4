import { Workbox } from 'workbox-window'
import { currentConnectivity, isGone, watchConnectivity } from '../core/api/connectivity.ts'
import { createState } from '../core/platform/signals.ts'
import { trustedScript } from '../core/platform/trusted-script.page.ts'
import { askForLists, registerScript, workerOptions, workerScript } from './bring-worker.ts'
import { createUpdate } from './worker-update.ts'

/** The page's one door to its worker. */
export const update = createUpdate({
  controller: () => navigator.serviceWorker.controller,
  register: registerScript,
  fillLists: askForLists,
  isGone: () => isGone(import.meta.url),
  reload: () => location.reload(),
})

/** Whether the worker has replaced something on this device that was not what had been built. */
export const replaced = createState(false)

/** Whether an enrolment can be begun and filled in here without a network. */
export const ready = createState(false)

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Before the worker is asked for anything: with its lists comes what it had no listener for yet.
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'REPLACED') replaced.set(true)
    if (data?.type === 'READY') ready.set(true)
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
  // A page that was on its way when the worker took over was passed by, and would have nothing without a network.
  const { active } = await serviceWorker.ready
  if (!serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
}
