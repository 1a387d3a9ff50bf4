import { letGo } from './database.ts'

/**
 * From the first moment on, since a page may be left before it has been taken over. What a page that comes back had given
 * up it begins anew, by what lies on the disk.
 */
addEventListener('pagehide', () => {
  let given = false
  given = letGo(
    new Promise(back => addEventListener('pageshow', () => (given ? location.reload() : back()), { once: true })),
  )
})
