import { trustedScript } from '../browser/trusted-script.page.ts'
import { xsrfToken } from '../provider/xsrf.ts'

export const workerScript = '/sw.js'
export const workerOptions = { scope: '/', updateViaCache: 'none' } as const

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
 * On a first visit the worker comes beside the page's own scripts, and takes the files that the page has asked for
 * (build/after-paint.ts). What goes wrong is seen, and tried again, by whoever watches over the worker.
 */
export function bringWorker(): void {
  if ('serviceWorker' in navigator && !navigator.serviceWorker.controller)
    registerScript()
      .then(({ installing }) => askForLists(installing))
      .catch(() => undefined)
}
