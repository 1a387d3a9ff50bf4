import { opensElsewhere } from '../core/platform/links.page.ts'

/**
 * Events on which React, while it hydrates a page in slices, does all the rest at once (react-dom
 * 19).
 */
export const touches = (
  'pointerdown pointerup pointercancel touchstart touchend touchcancel mousedown mouseup click auxclick dblclick ' +
  'contextmenu keydown keypress keyup input textInput change reset compositionstart compositionend copy cut paste ' +
  'dragstart dragend drop'
).split(' ')

/** Milliseconds: events must not be held for longer, even if the page is not hydrated by then. */
const longest = 5_000

/**
 * While React hydrates a page in slices, keeps touches from React: text fields keep what is typed
 * (src/ui/field.tsx), and the last tap on a control that only React can answer is repeated at the
 * end.
 * @returns the function that ends it, and returns the one that repeats the tap
 */
export function holdTouches(): () => () => void {
  let tapped: HTMLElement | undefined
  const hold = (event: Event) => {
    event.stopImmediatePropagation()
    if (!(event instanceof MouseEvent) || event.type !== 'click' || opensElsewhere(event)) return
    const control = event.target instanceof Element && answeredByReact(event.target)
    if (!control) return
    event.preventDefault()
    tapped = control
  }
  for (const type of touches) addEventListener(type, hold, { capture: true })
  const release = () => {
    clearTimeout(timer)
    for (const type of touches) removeEventListener(type, hold, { capture: true })
    return () => {
      const again = tapped
      // The repeated tap may itself call this function again.
      tapped = undefined
      again?.click()
    }
  }
  const timer = setTimeout(() => release()(), longest)
  return release
}

const box = '[type="checkbox"]'

/**
 * Also checkboxes: one that the browser ticks now would show a state that React does not know of.
 */
const answeredByReact = (touched: Element) =>
  touched.closest<HTMLElement>(`a[href^="/"], button, ${box}`) ??
  touched.closest('label')?.querySelector<HTMLElement>(box)

/**
 * Events of a pointer that only passes by. The portal shows nothing on them: a phone has no such
 * pointer.
 */
const passing = [
  'pointerover',
  'pointerout',
  'mouseover',
  'mouseout',
  'mousemove',
  'gotpointercapture',
  'lostpointercapture',
]

/**
 * React listens to every kind of event, and for each one searches the page for its handlers. Seven
 * of these come with every tap and delay it by 10 ms on a slow phone.
 */
export function ignorePassing(): void {
  for (const type of passing)
    addEventListener(type, event => event.stopImmediatePropagation(), {
      capture: true,
      passive: true,
    })
}
