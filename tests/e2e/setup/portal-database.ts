import type { Page } from 'playwright-core'

declare global {
  /** In a page that `offerDatabase` was called for: the portal's database, once the portal itself has made it. */
  var openPortail: () => Promise<IDBDatabase>
}

/**
 * Whoever opens a database that is not there yet makes an empty one, and the portal would find its stores missing. This
 * one waits for the portal instead.
 */
export function offerDatabase(page: Page): Promise<void> {
  return page.evaluate(() => {
    const open = () =>
      new Promise<IDBDatabase | undefined>(resolve => {
        const opening = indexedDB.open('portail')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(undefined)
        opening.onsuccess = () => resolve(opening.result)
      })
    globalThis.openPortail = async () => (await open()) ?? openPortail()
  })
}
