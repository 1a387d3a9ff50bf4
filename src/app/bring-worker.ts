import { xsrfToken } from '../core/api/xsrf.ts'
import { trustedScript } from '../core/platform/trusted-script.page.ts'

declare global {
  /** Of a page that was drawn ahead and has no worker yet: it asks for one before its scripts (build/after-paint.ts). */
  var registered: Promise<ServiceWorkerRegistration> | undefined
}

export const registerScript = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedScript(workerScript), workerOptions)

/**
 * A worker brings the lists that it does not have yet. Not of itself while it is installed: where it can't see the cookie,
 * it has the token from the page alone.
 */
export async function askForLists(worker: ServiceWorker | null): Promise<void> {
  worker?.postMessage({ type: 'FILL_LISTS', token: await xsrfToken() })
}

/**
 * Of the worker that comes beside a first page's own scripts. What goes wrong is seen, and tried again, by whoever watches
 * over the worker.
 */
export function askForFirstLists(): void {
  globalThis.registered?.then(({ installing }) => askForLists(installing)).catch(() => undefined)
}

/** Where the worker's script lies, and how it is asked for: past the browser's cache, where a captive portal may have been. */
export const workerScript = '/sw.js'
export const workerOptions = { updateViaCache: 'none' } as const
