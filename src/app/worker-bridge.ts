import { Workbox } from 'workbox-window'
import { trustedScript } from '../browser/trusted-script.page.ts'
import { isGone } from '../provider/own-file.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import { askForLists, registerScript, workerOptions, workerScript } from './bring-worker.ts'

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

/** Workbox stops watching after one update that it did not ask for; the next one is announced all the same. */
function watchOver(found: ServiceWorkerRegistration, announce: () => void): void {
  if (registration === found) return
  registration = found
  found.addEventListener('updatefound', () => {
    const coming = found.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') announce()
    })
  })
}

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  const fillLists = () => askForLists(serviceWorker.controller)
  // The page before may have been left in the instant in which its worker took over; only what is missing is asked for.
  fillLists()
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of this browser takes over a page that it has nothing to tell; its lists may have gone by unseen.
    if (!controlled) {
      controlled = true
      fillLists()
    } else if (accepted) location.reload()
    else become('stale')
  })
  // A lazily loaded file that did not come may be of a build that is gone from the server, before any worker kept it.
  addEventListener('vite:preloadError', () => {
    isGone(import.meta.url).then(
      gone => gone && become('stale'),
      () => undefined,
    )
  })
  const announce = () => {
    if (controlled) become('ready')
  }
  // An installation that the network cut short or a captive portal spoilt has left nothing: it begins again.
  const look = async () => {
    if (registration?.active) await registration.update()
    else watchOver(await registerScript(), announce)
  }
  // Without a network there is nothing new to be had, and the next look will come.
  const lookSafely = () => look().catch(() => undefined)
  addEventListener('online', lookSafely)
  watchReach(() => {
    if (currentReach() === 'reached' && !registration?.active) lookSafely()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookSafely()
  })
  const workbox = new Workbox(trustedScript(workerScript), workerOptions)
  workbox.addEventListener('waiting', announce)
  const first = await workbox.register().catch(() => undefined)
  if (first) watchOver(first, announce)
  // A page that was on its way when the worker took over was passed by, and would have nothing without a network.
  const { active } = await serviceWorker.ready
  if (!serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
}
