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
