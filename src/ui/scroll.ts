/** Section 9: 'fast', which is 200 ms in jQuery, where the word comes from. */
const fastScrollMs = 200

/** Scrolls to the top; at once if the student has asked for less motion. */
export function scrollToTop(): void {
  const from = window.scrollY
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, 0)
    return
  }
  const start = performance.now()
  const step = (now: number) => {
    const done = Math.min(1, (now - start) / fastScrollMs)
    window.scrollTo(0, from * (1 - done) ** 2)
    if (done < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

/**
 * Focuses a control and scrolls it into view. `focus()` must not scroll: right after a dialog was closed it may move
 * nothing, and Firefox moves the page a moment later, while the student may have scrolled on and taps.
 */
export function leadTo(control: HTMLElement, frame: HTMLElement = control): void {
  control.focus({ preventScroll: true })
  const { top, bottom } = frame.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) control.scrollIntoView({ block: 'center' })
  frame.scrollIntoView({ block: 'nearest' })
}
