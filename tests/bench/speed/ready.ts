import type { Page } from 'playwright-core'
import { listEndpoints } from '../../../src/core/api/endpoints.ts'
import * as networkText from '../../../src/outbox/ui/network-text.ts'
import { field } from '../../e2e/setup/hands.ts'
import type { Site } from './site.ts'

/** In milliseconds; whoever is not ready after that is not ready at all. */
const longest = 180_000

/**
 * Milliseconds from the navigation until the page could do without the network, and says so: its worker is active and
 * holds these files, every reference list is kept, and so are the dates.
 * @param said what it says then; another version has other words
 */
export async function readyOffline(page: Page, files: readonly string[], said = networkText.ready): Promise<number> {
  const ready = await page.evaluate(
    async ({ files, lists, said, longest }) => {
      const missing = [...files]
      const isReady = async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        if (registration?.active?.state !== 'activated') return false
        for (let file = missing[0]; file !== undefined; file = missing[0]) {
          if (!(await caches.match(file, { ignoreSearch: true }))) return false
          missing.shift()
        }
        const kept = (await caches.has('reference-lists')) && (await caches.open('reference-lists'))
        return kept && (await kept.keys()).length >= lists && document.body.textContent?.includes(said)
      }
      // Looking costs a slow phone something, too: not before there is anything to see, and not too often.
      while (performance.now() < longest) {
        if (vitals.firstText > 0 && (await isReady())) return performance.now()
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      return missing
    },
    { files, lists: listEndpoints.length, said, longest },
  )
  if (typeof ready === 'number') return ready
  throw new Error(`not ready for offline after ${longest / 1000} s; not kept: ${ready.join(', ') || 'worker or lists'}`)
}

/** Cuts the network and opens the wizard in another tab. @throws Error when it does not come up */
export async function proveOffline(page: Page, site: Site): Promise<void> {
  await site.link.set({ network: 'gone' })
  const other = await page.context().newPage()
  try {
    await other.goto('/register')
    await field(other, 'anneeBac').waitFor({ timeout: 30_000 })
  } finally {
    await other.close()
    await site.link.set({ network: 'there' })
  }
}
