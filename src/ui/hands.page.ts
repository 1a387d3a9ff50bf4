import { nextPaint } from '../core/platform/paint.page.ts'
import { areStill, type Hands, heard, isMeant, readMs } from './hands.rule.ts'

let hands: Hands = { at: Number.NEGATIVE_INFINITY, down: false }
let finger = { timeStamp: 0, clientX: 0, clientY: -99 }

/** From now on the page knows where the student's hands are. */
export function watchHands(): void {
  const hear = (event: Event) => {
    hands = heard(hands, event)
    if (event.type === 'pointerdown') finger = event as PointerEvent
  }
  for (const type of ['pointerdown', 'pointerup', 'touchend', 'touchcancel', 'keydown', 'input'])
    addEventListener(type, hear, { capture: true, passive: true })
}

/** Resolves once no finger is down and nothing is being typed. */
export async function whenStill(): Promise<void> {
  while (!areStill(hands, performance.now())) await new Promise(resolve => setTimeout(resolve, 100))
  await nextPaint()
}

/**
 * For what asks or appears under a finger: a tap counts once it has been painted for a moment.
 * Measured by when the finger came down, since a slow phone hears of it late. Used as a React ref.
 */
export function onceRead(element: Element | null): void {
  if (!element) return
  let seenAt = Number.POSITIVE_INFINITY
  const buttons = element.matches('button') ? [element] : [...element.querySelectorAll('button')]
  for (const button of buttons) button.setAttribute('aria-disabled', 'true')
  void nextPaint().then(() => {
    seenAt = performance.now()
    setTimeout(() => {
      for (const button of buttons) button.removeAttribute('aria-disabled')
    }, readMs)
  })
  const guard = (event: Event) => {
    const pressed = (event.target as Element).closest('button')
    // One that has appeared since has a guard of its own.
    const isLater = pressed && !buttons.includes(pressed)
    if (isLater || isMeant(event as MouseEvent, finger.timeStamp, seenAt)) return
    event.preventDefault()
    event.stopPropagation()
  }
  element.addEventListener('click', guard, { capture: true })
}

/**
 * A sheet whose answers would stand where the finger was stands at the top instead, if they don't
 * there.
 */
export function awayFromFinger({ style }: HTMLElement): void {
  const isUnder = (place: string) => {
    style.alignItems = place
    return document.elementFromPoint(finger.clientX, finger.clientY)?.closest('header, footer')
  }
  if (isUnder('') && isUnder('start')) style.alignItems = ''
}
