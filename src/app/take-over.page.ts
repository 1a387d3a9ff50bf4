import { followLinks } from '../core/platform/links.page.ts'

/** An answer that a page has before React, and its query's key. An old one is shown until there is a new one. */
export interface Answer {
  key: readonly string[]
  answer: unknown
  isOld?: boolean
}

/** What React must know of the page that it takes over. */
export interface Learned {
  answers: readonly Answer[]
  /** The student has followed a link: another screen is drawn in place of this page. */
  isLeft: boolean
}

export interface TakeOver {
  /** React is needed now. Called again, it changes nothing. */
  start(): void
  isStarted(): boolean
  /** @param answers is called once React is there */
  learn(answers: () => readonly Answer[]): void
  /** @param leave is called when the student follows a link, each time; React has yet to come */
  onLeave(leave: () => void): void
  /** Aborted when React begins to draw: nothing else may change the page from then on. */
  over: AbortSignal
}

const momentMs = 100

/**
 * Answers taps on links from the first script on, and lets React take the page over as soon as it is needed: the
 * student goes on to another screen, or `start` is called.
 * @param startReact loads React, calls `learned` once it is there, and draws the screen of the address
 */
export function createTakeOver(startReact: (learned: () => Learned) => Promise<void>): TakeOver {
  const over = new AbortController()
  const path = location.pathname
  let answers: () => readonly Answer[] = () => []
  let leave = () => {}
  let started = false
  let next: string | undefined
  let tapped: Element | undefined

  const fail = (error: unknown) => {
    started = false
    // The browser itself may still get there; if not, it says so.
    if (next) location.assign(next)
    // A page that the student leaves cancels its downloads: a moment later it is gone and reports none.
    else setTimeout(() => reportError(error), momentMs)
  }
  const start = () => {
    if (started) return
    started = true
    startReact(() => {
      if (next) history.pushState(null, '', next)
      over.abort()
      return { answers: answers(), isLeft: location.pathname !== path }
    }).then(unfollow, fail)
  }
  const unfollow = followLinks((href, link) => {
    if (href === path) return scrollTo(0, 0)
    next = href
    tapped?.removeAttribute('aria-busy')
    tapped = link
    link.setAttribute('aria-busy', 'true')
    leave()
    start()
  })
  const turn = () => {
    if (location.pathname !== path) start()
  }
  addEventListener('popstate', turn, { signal: over.signal })
  return {
    start,
    isStarted: () => started,
    learn(tell) {
      answers = tell
    },
    onLeave(tell) {
      leave = tell
    },
    over: over.signal,
  }
}
