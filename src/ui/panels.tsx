import { Alert } from './feedback.tsx'
import { Band } from './head.tsx'
import * as uiText from './text.ts'

interface CardProps {
  /**
   * What is known of the student: the name of each fact, and its value; one without a value is left
   * out.
   */
  facts: readonly (readonly [name: string, value: string | undefined])[]
}

/** The student whom a page or a question is about. */
export function Card({ facts }: CardProps) {
  return (
    <div className="card">
      <dl className="line wrap">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Band />
    </div>
  )
}

interface SummaryProps {
  title: string
  faults: readonly { name: string; label: string; message: string }[]
}

/** What keeps a form from being sent, first in the form: each line leads to its control. */
export function Summary({ title, faults }: SummaryProps) {
  return (
    <Alert tone="danger" arrives>
      <h2>{title}</h2>
      <ul>
        {faults.map(({ name, label, message }) => (
          <li key={label}>
            <a
              className="tap"
              href={`#f-${name}`}
              // Focus instead of following the link: the router would load the page of that address
              // again.
              onClick={event => {
                event.preventDefault()
                focusOn(name)
              }}
            >
              {uiText.faultOf(label, message)}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Focuses a control and shows it with its label, which is above it. */
export function focusOn(name: string): void {
  const [control] = document.getElementsByName(name)
  if (control) leadTo(control, control.closest<HTMLElement>('.field') ?? control)
}

/** Before an answer is drawn, which then comes into view by itself. */
export const jumpToTop = () => window.scrollTo({ top: 0, behavior: 'instant' })

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
 * Focuses a control and scrolls it into view. `focus()` must not scroll: right after a dialog was
 * closed it may move nothing, and Firefox moves the page a moment later, while the student may have
 * scrolled on and taps.
 */
export function leadTo(control: HTMLElement, frame: HTMLElement = control): void {
  control.focus({ preventScroll: true })
  const { top, bottom } = frame.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) control.scrollIntoView({ block: 'center' })
  frame.scrollIntoView({ block: 'nearest' })
}
