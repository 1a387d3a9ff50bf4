import { Alert } from './feedback.tsx'
import { Band } from './head.tsx'
import { leadTo } from './scroll.ts'
import * as uiText from './text.ts'

interface CardProps {
  /** What is known of somebody: its name, and what it is. */
  facts: readonly (readonly [name: string, value: string | undefined])[]
}

/** Who a page or a question is about. */
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
              // Not by the address: the router would load the page of it once more.
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

/** With its label, which stands above it. */
export function focusOn(name: string): void {
  const [control] = document.getElementsByName(name)
  if (control) leadTo(control, control.closest<HTMLElement>('.field') ?? control)
}
