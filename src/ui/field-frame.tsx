import type { ReactNode } from 'react'
import * as uiText from './text.ts'
import { useFault } from './use-fault.ts'

interface Said {
  error?: string | undefined
  hint?: string | undefined
}

interface FrameProps extends Said {
  id: string
  label: string
  required?: boolean | undefined
  /** A short answer has a short field. */
  short?: boolean | undefined
  children: ReactNode
}

/** What stands round a control: all that is said of it comes before it, so that no keyboard covers it. */
export function FieldFrame({ id, label, required, short, error, hint, children }: FrameProps) {
  useFault(error !== undefined)
  const looks = ['field', short && 'short', error && 'wrong'].filter(Boolean).join(' ')
  return (
    <div className={looks}>
      <label htmlFor={id}>
        {label}
        {!required && <span className="hint"> {uiText.optional}</span>}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="error">
          {error}
        </span>
      )}
      {children}
    </div>
  )
}

/** What a control in such a frame is read with. */
export function describedBy(id: string, { error, hint }: Said) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}
