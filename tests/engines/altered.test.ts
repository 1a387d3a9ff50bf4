import { expect, test } from 'vitest'
import { alive, installed } from './setup/hands.ts'
import { inEachEngine, networkFaults, ownProvider } from './setup/journeys.ts'
import type { Tab } from './setup/tab.ts'

/** Script in the page has rewritten what the worker keeps, and the browser is started anew. */

const provider = ownProvider()

const pages = String.raw`/(?:home|index)\.html`
const hydrate = String.raw`/assets/hydrate-.*\.js`
const replaced = { css: 'p', text: 'Une page abîmée de cet appareil a été remplacée.' }
const damaged = { css: 'h1', text: 'Le portail est abîmé sur cet appareil.' }
const taken = (tab: Tab) => tab.run(() => 'taken' in window, undefined)

const rewrite = (tab: Tab, pattern: string, first: string) =>
  tab.run(
    async ([address, begins]) => {
      let changed = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const key of await cache.keys()) {
          if (!new RegExp(address).test(key.url)) continue
          const kept = await cache.match(key)
          const text = ((await kept?.text()) ?? '').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
          const headers = { 'Content-Type': kept?.headers.get('Content-Type') ?? '' }
          await cache.put(key, new Response(begins + text, { headers }))
          changed += 1
        }
      }
      return changed
    },
    [pattern, first] as const,
  )

inEachEngine(students => {
  test.each([
    ['page', pages, '<script>window.taken = true</script>', '/home'],
    // Home asks for no script of React's while nothing lies on the device.
    ['script', hydrate, 'window.taken = true;', '/register'],
  ])(
    'a kept %s that was rewritten never runs, and is whole again after one visit',
    async (what, pattern, first, path) => {
      const phone = students.phone()
      const before = await phone.start({ lasting: true })
      await before.open(`${provider.url}/home`)
      await installed(before)
      expect(await rewrite(before, pattern, first)).toBeGreaterThan(0)
      await phone.kill()

      const after = await phone.start({ lasting: true })
      await after.open(`${provider.url}${path}`)
      await alive(after)
      await after.waitFor(replaced)
      expect(await taken(after)).toBe(false)

      // Also of a page that is left while its parts are still on their way.
      students.allow(networkFaults, /dynamically imported|module script|A part of the portal|Unable to preload/i)
      await provider.stop()
      await after.open(`${provider.url}/register`)
      await alive(after)
      expect(await rewrite(after, pattern, first)).toBeGreaterThan(0)
      // WebKit would give a script that it has in its memory.
      await phone.kill()
      const last = await phone.start({ lasting: true })
      await last.open(`${provider.url}${path}`)
      expect(await taken(last)).toBe(false)
      if (what === 'script') {
        await last.waitFor({ css: '#late a', text: 'rechargez cette page' })
        await last.open(`${provider.url}${path}`)
      }
      await last.waitFor(damaged)
      expect(await taken(last)).toBe(false)
    },
  )
})
