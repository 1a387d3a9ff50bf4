import { leave } from '../platform/locks.ts'
import { delayOpening, pendingOpening } from './connection.ts'
import { abortAllUntil } from './transactions.ts'

/**
 * Listens from the first moment on, since the student may leave the page before it is hydrated.
 * What was aborted begins again once the page is back (patience.page.ts).
 */
for (const [left, back] of [
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
] as const)
  addEventListener(
    left,
    () => {
      leave()
      abortAllUntil(
        new Promise(resolve => addEventListener(back, resolve, { once: true, capture: true })),
      )
    },
    { capture: true },
  )

/**
 * Milliseconds: neither a link, nor the disk access of a page that stays after all, may be held up
 * for longer.
 */
const longest = 1_000

/**
 * Opening the database can't be aborted before the browser begins to create it: a link that leaves
 * the page waits until it is open, and a page that is being left does not start to open it.
 */
addEventListener(
  'click',
  event => {
    const link =
      event.target instanceof Element &&
      event.target.closest<HTMLElement>('a[href^="/"], a[href^="?"]')
    if (
      !event.isTrusted ||
      !link ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const opening = pendingOpening()
    if (!opening)
      return delayOpening(
        new Promise<void>(stays =>
          setTimeout(() => (event.defaultPrevented ? stays() : setTimeout(stays, longest))),
        ),
      )
    event.preventDefault()
    event.stopImmediatePropagation()
    void Promise.race([opening, new Promise(enough => setTimeout(enough, longest))]).then(() =>
      link.click(),
    )
  },
  { capture: true },
)
