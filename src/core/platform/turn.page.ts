/** Browsers that have it go on sooner than after a timer, and still answer touches first. */
const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }

/**
 * Yields to the event loop, so that the browser handles pending touches before the next piece of
 * work.
 */
export const nextTurn = (): Promise<void> =>
  scheduler?.yield?.() ?? new Promise<void>(resolve => setTimeout(resolve))

/** Milliseconds. A page that the browser has not painted by then is most likely out of sight. */
const unseenMs = 1_000

/**
 * Resolves once the browser has painted the current state, above all the response to a touch.
 * @param limitMs resolves after this long at the latest
 */
export const nextPaint = (limitMs = unseenMs) =>
  new Promise<void>(resolve => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, limitMs)
  })
