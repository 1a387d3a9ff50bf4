import { xsrfToken } from '../core/api/xsrf.ts'
import { trustedScript } from '../core/platform/trusted-script.page.ts'

declare global {
  /**
   * A prerendered page without a worker registers one before its scripts load
   * (build/after-paint.ts).
   */
  var registered: Promise<ServiceWorkerRegistration> | undefined
}

export const registerScript = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedScript(workerScript), workerOptions)

/**
 * Asks a worker to fetch the lists that it does not have yet. It does not do so by itself while it
 * is being installed: where a worker can't read cookies, only the page can give it the token.
 */
export async function askForLists(worker: ServiceWorker | null): Promise<void> {
  worker?.postMessage({ type: 'FILL_LISTS', token: await xsrfToken() })
}

/**
 * Asks the worker that is installed while the first page loads its scripts. Errors are ignored
 * here: `createUpdate` registers the worker again and asks again.
 */
export function askForFirstLists(): void {
  globalThis.registered?.then(({ installing }) => askForLists(installing)).catch(() => undefined)
}

/**
 * The worker's script, and how the browser fetches it: past its cache, which may hold a captive
 * portal's page.
 */
export const workerScript = '/sw.js'
export const workerOptions = { updateViaCache: 'none' } as const
