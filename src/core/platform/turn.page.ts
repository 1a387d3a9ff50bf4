/** Lets the page answer whoever touches it before the next piece of work begins. */
export const nextTurn = () => new Promise<void>(resolve => setTimeout(resolve))

/** In milliseconds; nobody sees a page that is not drawn by then. */
const unseenMs = 1_000

/**
 * Resolves once the browser has drawn what there is to see, the answer to a touch above all.
 * @param limitMs and at the latest then
 */
export const nextPaint = (limitMs = unseenMs) =>
  new Promise<void>(resolve => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, limitMs)
  })
