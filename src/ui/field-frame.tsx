import type { ReactNode } from 'react'
import * as uiText from './text.ts'

interface Said {
  error?: string | undefined
  hint?: string | undefined
}

interface FrameProps extends Said {
  id: string
  label: string
  required?: boolean | undefined
  children: ReactNode
}

/** What stands round a control: its label, what is wrong with it, and its hint. */
export function FieldFrame({ id, label, required, error, hint, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="optional"> {uiText.optional}</span>}
      </label>
      {children}
      {error && (
        <small id={`${id}-error`} className="error">
          {error}
        </small>
      )}
      {hint && (
        <small id={`${id}-hint`} className="hint">
          {hint}
        </small>
      )}
    </div>
  )
}

/** What a control in such a frame is read with. */
export function describedBy(id: string, { error, hint }: Said) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}
