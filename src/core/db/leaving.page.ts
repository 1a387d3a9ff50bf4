import { letGo, openNotBefore, whileOpening } from './connection.ts'

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

/** In milliseconds: neither a link that leads out of trouble nor a page that stays may be deaf for longer. */
const longest = 1_000

/**
 * Nothing can be given up between the wish for the stores and their making: a link that leaves waits these moments, and a
 * page that is being left does not wish for them any more.
 */
addEventListener(
  'click',
  event => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[href^="/"], a[href^="?"]')
    if (!event.isTrusted || !link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const opening = whileOpening()
    if (!opening)
      return openNotBefore(
        new Promise<void>(stays => setTimeout(() => (event.defaultPrevented ? stays() : setTimeout(stays, longest)))),
      )
    event.preventDefault()
    event.stopImmediatePropagation()
    void Promise.race([opening, new Promise(enough => setTimeout(enough, longest))]).then(() => link.click())
  },
  { capture: true },
)
