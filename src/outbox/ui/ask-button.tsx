import { useEffect, useId, useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'

interface AskProps {
  label: string
  /** Why the provider can't be asked as the form stands. */
  reason: string | undefined
  pending: boolean
  /** What is said while the answer is on its way. */
  pendingLabel: string
  /** Why the provider may not be asked yet (use-held.ts). */
  held: string | false
}

/** The end of a form whose answer is shown beside it. What keeps it from being sent is said before the button. */
export function AskButton({ label, reason, pending, pendingLabel, held }: AskProps) {
  const why = held || reason
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Disabled while it waits, it has lost the focus; where no answer takes it, who goes by keyboard is not sent to the top.
  useEffect(() => {
    if (!pending) return
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
      })
    }
  }, [pending])
  return (
    <>
      {why && (
        <p id={id} className="hint">
          {why}
        </p>
      )}
      <button
        ref={button}
        type="submit"
        disabled={why !== undefined || pending}
        aria-describedby={why ? id : undefined}
      >
        {label}
      </button>
      {pending && <Spinner label={pendingLabel} />}
    </>
  )
}
