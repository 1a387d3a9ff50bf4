import { Spinner } from '../../ui/spinner.tsx'
import * as doorText from './unlock-text.ts'

interface FormEndProps {
  label: string
  /** Pressed all the same, it does nothing; it keeps the focus. */
  closed: boolean
  /** What is said while the code is at work: stretching it takes a phone seconds. */
  working: string | false
  onBack: (() => void) | undefined
}

export function FormEnd({ label, closed, working, onBack }: FormEndProps) {
  return (
    <>
      {working && <Spinner label={working} />}
      <div className="pair">
        {onBack && (
          <button type="button" className="quiet" disabled={working !== false} onClick={onBack}>
            {doorText.back}
          </button>
        )}
        <button type="submit" aria-disabled={closed}>
          {label}
        </button>
      </div>
    </>
  )
}
