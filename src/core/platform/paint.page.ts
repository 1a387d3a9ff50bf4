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
