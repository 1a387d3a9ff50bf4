import type { Page } from 'playwright-core'

/** What script in a page can do to what the worker keeps. */

/** `put` stands first in the file, where nothing of the page has run yet. */
export type Change = { put: string } | { headers: Record<string, string> } | 'delete'

export const alter = (page: Page, address: RegExp, change: Change): Promise<void> =>
  page.evaluate(
    async ([pattern, how]) => {
      let changed = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const key of await cache.keys()) {
          if (!new RegExp(pattern).test(key.url)) continue
          changed += 1
          if (how === 'delete') {
            await cache.delete(key)
            continue
          }
          const kept = await cache.match(key)
          const text = (await kept?.text()) ?? ''
          const type = kept?.headers.get('Content-Type') ?? ''
          const body =
            'put' in how ? how.put + text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '') : text
          const headers = { 'Content-Type': type, ...('headers' in how && how.headers) }
          await cache.put(key, new Response(body, { headers }))
        }
      }
      if (changed === 0) throw new Error(`nothing is kept under ${pattern}`)
    },
    [address.source, change] as const,
  )

/** One file as it lies there. */
export const keptBytes = (page: Page, address: RegExp): Promise<{ path: string; digest: string }> =>
  page.evaluate(async pattern => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) {
        if (!new RegExp(pattern).test(key.url)) continue
        const bytes = (await (await cache.match(key))?.arrayBuffer()) ?? new ArrayBuffer()
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
        return { path: new URL(key.url).pathname, digest: btoa(String.fromCharCode(...digest)) }
      }
    }
    return { path: '', digest: '' }
  }, address.source)
