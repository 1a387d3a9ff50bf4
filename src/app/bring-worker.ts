import { trustedScript } from '../browser/trusted-script.page.ts'

export const workerScript = '/sw.js'
export const workerOptions = { scope: '/', updateViaCache: 'none' } as const

export const registerScript = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedScript(workerScript), workerOptions)

/**
 * On a first visit the worker comes beside the page's own scripts, and takes the files that the page has asked for
 * (build/after-paint.ts). What goes wrong is seen, and tried again, by whoever watches over the worker.
 */
export function bringWorker(): void {
  if ('serviceWorker' in navigator && !navigator.serviceWorker.controller) registerScript().catch(() => undefined)
}
