import { createState } from '../core/platform/signals.ts'

export type Update =
  | 'none'
  /** A new version is on the device; `accept` starts it. */
  | 'ready'
  /** The new version was started from another tab, or this build's files are gone: only a reload helps. */
  | 'stale'

export interface UpdatePorts {
  /** The worker that serves this page. */
  controller(): ServiceWorker | null
  register(): Promise<ServiceWorkerRegistration>
  fillLists(worker: ServiceWorker | null): void
  /** Whether this build's files are gone from the server. */
  isGone(): Promise<boolean>
  reload(): void
}

/**
 * An update is announced and never forced: a reload under a half-filled form, an upload or an open camera would cost the
 * student more than an old version does. Long, because its short verbs share three facts.
 */
export function createUpdate({ controller, register, fillLists, isGone, reload }: UpdatePorts) {
  const { get, set, subscribe } = createState<Update>('none')
  let controlled = false
  let accepted = false
  let registration: ServiceWorkerRegistration | undefined

  function become(next: Update): void {
    // What is stale does not become fresh again by one more version.
    if (get() !== 'stale') set(next)
  }

  /** A new version waits. The first of this browser has nothing to tell. */
  function announce(): void {
    if (controlled) become('ready')
  }

  function watchOver(found: ServiceWorkerRegistration): void {
    if (registration === found) return
    registration = found
    announceEach(found, announce)
  }

  /** Without a network there is nothing new to be had, and the next look will come. */
  async function look(): Promise<void> {
    try {
      // An installation that the network cut short or a captive portal spoilt has left nothing: it begins again.
      if (registration?.active) await registration.update()
      else watchOver(await register())
    } catch {}
  }

  return {
    get,
    subscribe,
    announce,
    watchOver,
    look,
    reload,
    begin(): void {
      controlled = controller() !== null
      // The page before may have been left in the instant in which its worker took over; only what is missing is asked for.
      fillLists(controller())
    },
    /** The provider is there, and so may be what was missing. */
    async lookForFirst(): Promise<void> {
      if (!registration?.active) await look()
    },
    controlled(): void {
      if (!controlled) {
        // The first worker of this browser takes over a page that it has nothing to tell; its lists may have gone by unseen.
        controlled = true
        fillLists(controller())
      } else if (accepted) reload()
      else become('stale')
    },
    /**
     * A lazily loaded file that did not come may be of a build that is gone from the server. What a worker serves would
     * be the same after a reload: only the newer version has that part.
     */
    async partMissing(): Promise<void> {
      if (!(await isGone().catch(() => false))) return
      if (controlled && registration?.active) await look()
      else become('stale')
    },
    accept(): void {
      accepted = true
      if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
      else reload()
    },
  }
}

/** Workbox stops watching after one update that it did not ask for; the next one is announced all the same. */
function announceEach(registration: ServiceWorkerRegistration, announce: () => void): void {
  const watch = () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') announce()
    })
  }
  registration.addEventListener('updatefound', watch)
  // On a slow phone the browser has found it before anybody listens.
  watch()
}
