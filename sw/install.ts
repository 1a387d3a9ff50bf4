import { PrecacheController } from 'workbox-precaching'

export type InstalledFile = ServiceWorkerGlobalScope['__WB_MANIFEST'][number]

/**
 * Workbox fetches its list one file at a time, so on 2G each file waits a whole round trip. Chromium lets an installing
 * worker have three requests under way; a fourth is ready as soon as one of them ends.
 */
const atOnce = 4

/** The shell as it lies on the device. */
export const shell = new PrecacheController()

/**
 * Brings what is not there yet, a few at a time. After a cut, the next try keeps the files that came whole.
 * @throws Error when a file does not come, or is not what was built; the old version then stays in charge
 */
export async function installShell(files: readonly InstalledFile[], event: ExtendableEvent): Promise<void> {
  const left = [...files]
  const lane = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const cache = file.revision === null ? 'default' : 'reload'
      const request = new Request(file.url, { cache, credentials: 'same-origin', integrity: file.integrity })
      const cacheKey = shell.getCacheKeyForURL(request.url)
      await Promise.all(shell.strategy.handleAll({ event, request, params: { cacheKey } }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
