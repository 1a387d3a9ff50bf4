import { Spinner } from '../../ui/spinner.tsx'
import * as doorText from './text.ts'

interface FormEndProps {
  label: string
  disabled: boolean
  /** What is said while the code is at work: stretching it takes a phone seconds. */
  working: string | false
  onBack: (() => void) | undefined
}

export function FormEnd({ label, disabled, working, onBack }: FormEndProps) {
  return (
    <>
      <button type="submit" disabled={disabled}>
        {label}
      </button>
      {working && <Spinner label={working} />}
      {onBack && (
        <button type="button" className="quiet" disabled={working !== false} onClick={onBack}>
          {doorText.back}
        </button>
      )}
    </>
  )
}
