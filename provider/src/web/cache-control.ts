/**
 * Who may keep an answer. None may be altered on its way: a network that adds its script to a page,
 * or hides an address of mail in it, makes of it a page that no phone installs. Both servers,
 * `npm start` and nginx, use this module.
 */
export const cacheControl = {
  /** Under its hash, as what lies in /assets/ does. */
  forEver: 'public, max-age=31536000, immutable, no-transform',
  /** Asked for again each time. */
  asked: 'no-cache, no-transform',
  never: 'no-store, no-transform',
} as const

const assets = /^\/assets\//

export const cacheControlOf = (path: string): string =>
  assets.test(path) ? cacheControl.forEver : cacheControl.asked
