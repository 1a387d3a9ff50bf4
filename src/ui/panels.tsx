import { Alert } from './feedback.tsx'
import { Band } from './head.tsx'
import { leadTo } from './scroll.ts'
import * as uiText from './text.ts'

interface CardProps {
  /** What is known of the student: the name of each fact, and its value. */
  facts: readonly (readonly [name: string, value: string | undefined])[]
}

/** The student whom a page or a question is about. */
export function Card({ facts }: CardProps) {
  return (
    <div className="card">
      <dl className="line wrap">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
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
              // Focus instead of following the link: the router would load the page of that address again.
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
