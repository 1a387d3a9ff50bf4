import type { Choice } from '../core/api/schemas.ts'
import { followLinks } from '../core/platform/links.page.ts'
import type { Verdict } from '../features/home/dates.rule.ts'

/** The answers that a page has had before React. */
export interface Answers {
  dates?: Verdict | undefined
  /** Why there are no dates. */
  failure?: unknown
  /** The dates are shown until there are new ones. */
  areOld?: boolean
  currentBac?: string | undefined
  newestBac?: string | undefined
  /** By the address of each. */
  lists?: Readonly<Record<string, Choice[]>>
  /** The page shows the wizard's first step as the build has drawn it, whatever was typed since. */
  isEmptyForm?: boolean
}

/** What React must know of the page that it takes over. */
export interface Learned extends Answers {
  /** The student has followed a link: another screen is drawn in place of this page. */
  isLeft: boolean
  /** Called once the fields have taken what stands in them. */
  onAdopted?(): void
}

export interface TakeOver {
  /** React is needed now. Called again, it changes nothing. */
  start(): void
  isStarted(): boolean
  /** @param answers is called once React is there */
  learn(answers: () => Answers): void
  /**
   * @param turn is called when the student goes to another screen, whose code has yet to come, and
   * when they come back
   */
  onTurn(turn: (isLeft: boolean) => void): void
  /**
   * Aborted once React is there: from then on nothing else may change the page, or follow a link in
   * it.
   */
  over: AbortSignal
}

/**
 * Answers taps on links from the first script on, and lets React take the page over as soon as it
 * is needed: the student goes on to another screen, or `start` is called.
 * @param startReact loads React, calls `learned` once it is there, and draws the screen of the
 * address
 * @param fail tells the student that React has not come
 */
export function createTakeOver(
  startReact: (learned: () => Learned) => Promise<void>,
  fail: (error: unknown) => void,
): TakeOver {
  const over = new AbortController()
  const { signal } = over
  const path = location.pathname
  let answers: () => Answers = () => ({})
  let tell = (_isLeft: boolean) => {}
  let started = false
  let tapped: Element | undefined

  const isLeft = () => location.pathname !== path
  const start = () => {
    if (started) return
    started = true
    startReact(() => {
      over.abort()
      return { ...answers(), isLeft: isLeft() }
    }).catch(error => {
      started = false
      if (!isLeft()) return fail(error)
      // The browser itself may still get there; if not, it says so. Who comes back finds this page.
      const { href } = location
      history.replaceState(null, '', path)
      turn()
      location.assign(href)
    })
  }
  const turn = () => {
    if (isLeft()) start()
    else tapped?.removeAttribute('aria-busy')
    tell(isLeft())
  }
  const unfollow = followLinks((href, link) => {
    if (href === path && !isLeft()) return scrollTo(0, 0)
    tapped?.removeAttribute('aria-busy')
    tapped = link
    link.setAttribute('aria-busy', 'true')
    if (isLeft()) history.replaceState(null, '', href)
    else history.pushState(null, '', href)
    turn()
  })
  signal.addEventListener('abort', unfollow)
  addEventListener('popstate', turn, { signal })
  return {
    start,
    isStarted: () => started,
    learn(tellAnswers) {
      answers = tellAnswers
    },
    onTurn(tellTurn) {
      tell = tellTurn
      // The student may have gone on before this page's own part came.
      if (isLeft()) tell(true)
    },
    over: signal,
  }
}
