import { Workbox } from 'workbox-window'
import { trustedScript } from '../browser/trusted-script.page.ts'
import { currentReach } from '../provider/reach.ts'

/**
 * The page's one door to its worker. An update is announced and never forced: a reload under a half-filled form, an
 * upload or an open camera would cost the student more than an old version does.
 */
export type Update =
  | 'none'
  /** A new version is on the device; `accept` starts it. */
  | 'ready'
  /** The new version was started from another tab, or this build's files are gone: only a reload helps. */
  | 'stale'

let update: Update = 'none'
let accepted = false
let registration: ServiceWorkerRegistration | undefined
const listeners = new Set<() => void>()

function become(next: Update): void {
  // What is stale does not become fresh again by one more version.
  if (update === 'stale' || update === next) return
  update = next
  for (const listener of listeners) listener()
}

export const currentUpdate = (): Update => update

export function watchUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function acceptUpdate(): void {
  accepted = true
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  else location.reload()
}

const script = '/sw.js'
const options = { scope: '/', updateViaCache: 'none' } as const

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  const fillLists = () => serviceWorker.controller?.postMessage({ type: 'FILL_LISTS' })
  // The page before may have been left in the instant in which its worker took over; only what is missing is asked for.
  fillLists()
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of this browser takes over a page that it has nothing to tell; its lists went by unseen.
    if (!controlled) {
      controlled = true
      fillLists()
    } else if (accepted) location.reload()
    else become('stale')
  })
  // A lazily loaded file of a build that is gone from the server, before any worker kept it.
  addEventListener('vite:preloadError', () => {
    // Without a network a file that did not come is no proof; with one, it is not there any more.
    if (navigator.onLine && currentReach() !== 'away') become('stale')
  })
  const workbox = new Workbox(trustedScript(script), options)
  workbox.addEventListener('waiting', () => {
    if (controlled) become('ready')
  })
  registration = await workbox.register()
  // An installation that the network cut short or a captive portal spoilt has left nothing: it begins again.
  const look = async () => {
    if (registration?.active) await registration.update()
    else registration = await serviceWorker.register(trustedScript(script), options)
  }
  // Without a network there is nothing new to be had, and the next look will come.
  const lookSafely = () => look().catch(() => undefined)
  addEventListener('online', lookSafely)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookSafely()
  })
}
