/** Events on which React, while it takes a page over in slices, does all the rest at once (react-dom 19). */
const touches = (
  'pointerdown pointerup pointercancel touchstart touchend touchcancel mousedown mouseup click auxclick dblclick ' +
  'contextmenu keydown keypress keyup input textInput change reset compositionstart compositionend copy cut paste ' +
  'dragstart dragend drop'
).split(' ')

/** In milliseconds: a page must not be deaf for longer, even if it is not taken over by then. */
const longest = 5_000

/**
 * While a page is taken over in slices, touches are answered by the page as it stands and kept from React: text fields
 * keep what is typed (src/ui/field.tsx), and the last tap on what only React can answer is given again at the end.
 * Gives the way to end it.
 */
export function holdTouches(): () => void {
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
  const timer = setTimeout(end, longest)
  function end(): void {
    clearTimeout(timer)
    for (const type of touches) removeEventListener(type, hold, { capture: true })
    const again = tapped
    // The tap may itself be what ends this a second time.
    tapped = undefined
    again?.click()
  }
  return end
}

const box = '[type="checkbox"]'

/** A box that ticked itself would say what React has never heard of. */
const answeredByReact = (touched: Element) =>
  touched.closest<HTMLElement>(`a[href^="/"], button, ${box}`) ??
  touched.closest('label')?.querySelector<HTMLElement>(box)

/** In a tab or a window of its own: the browser's business. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey

/** A pointer that only passes by. Nothing of the portal is shown for it: there is none on a phone. */
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
 * React listens to every kind of event, and looks for each who may want it. With seven of these around every tap, a tap
 * waits 10 ms longer on a slow phone.
 */
export function ignorePassing(): void {
  for (const type of passing)
    addEventListener(type, event => event.stopImmediatePropagation(), { capture: true, passive: true })
}
