import { createState } from '../core/platform/signals.ts'

export type Update =
  | 'none'
  /** A new version is on the device; `accept` starts it. */
  | 'ready'
  /** The student has agreed, and the version before still answers something. */
  | 'accepted'
  /**
   * The new version was started from another tab, or this build's files are gone: only a reload
   * helps.
   */
  | 'stale'

export interface UpdatePorts {
  /** The worker that serves this page. */
  controller(): ServiceWorker | null
  register(): Promise<ServiceWorkerRegistration>
  fillLists(worker: ServiceWorker | null): void
  /** Whether this build's files are gone from the server. */
  isGone(): Promise<boolean>
  reload(): void
  /** Nothing stands open on the page that a reload would take from under the student's hands. */
  isCalm(): boolean
}

/**
 * An update is announced and never forced: a reload under a half-filled form, an upload or an open
 * camera would cost the student more than an old version does. Long, because its short functions
 * share three variables.
 */
export function createUpdate({
  controller,
  register,
  fillLists,
  isGone,
  reload,
  isCalm,
}: UpdatePorts) {
  const { get, set, subscribe } = createState<Update>('none')
  let controlled = false
  let accepted = false
  let registration: ServiceWorkerRegistration | undefined

  function become(next: Update): void {
    // A stale page stays stale, even if one more version comes.
    if (get() !== 'stale') set(next)
  }

  /** A new version waits. The first worker of this browser is no update. */
  function announce(): void {
    if (accepted) takeOver(controller(), registration?.waiting)
    else if (controlled) become('ready')
  }

  function watchOver(found: ServiceWorkerRegistration): void {
    if (registration === found) return
    registration = found
    announceEach(found, announce)
  }

  /** Errors are ignored: without a network there is no update, and the page looks again later. */
  async function look(): Promise<void> {
    try {
      // An installation that the network or a captive portal has broken left no worker: register
      // again.
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
      // The last page may have been left just as its worker took control; the worker fetches only
      // the missing lists.
      fillLists(controller())
    },
    /** The provider can be reached again: a first installation that failed may succeed now. */
    async lookForFirst(): Promise<void> {
      if (!registration?.active) await look()
    },
    controlled(): void {
      if (!controlled) {
        // The first worker takes control of the page: no update. The page may have missed its
        // message about the lists.
        controlled = true
        fillLists(controller())
      } else if (accepted && isCalm()) reload()
      else become('stale')
    },
    /**
     * A chunk that did not load may belong to a build that is gone from the server. With a worker,
     * a reload would show the same old build: only the update has the chunk.
     */
    async partMissing(): Promise<void> {
      if (!(await isGone().catch(() => false))) return
      if (controlled && registration?.active) await look()
      else become('stale')
    },
    accept(): void {
      const waiting = registration?.waiting
      accepted = true
      if (!waiting) reload()
      else {
        become('accepted')
        takeOver(controller(), waiting)
      }
    },
  }
}

/**
 * The version in charge ends what it can: the next one takes over once that one has nothing under
 * way.
 */
function takeOver(old: ServiceWorker | null, next: ServiceWorker | null | undefined): void {
  old?.postMessage({ type: 'LET_GO' })
  next?.postMessage({ type: 'SKIP_WAITING' })
}

/**
 * Workbox stops watching after one update that it did not request; this announces the later ones as
 * well.
 */
function announceEach(registration: ServiceWorkerRegistration, announce: () => void): void {
  const watch = () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') announce()
    })
  }
  registration.addEventListener('updatefound', watch)
  // On a slow phone the browser may have found the update before this listener exists.
  watch()
}
