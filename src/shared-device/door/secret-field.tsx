import { useId } from 'react'

interface SecretProps {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  value: string
  disabled?: boolean
  onValue(value: string): void
}

/** No password field: browsers offer to save those, and the next student would be offered this one's code. */
export function SecretField({ name, label, hint, error, value, disabled, onValue }: SecretProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="secret"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        disabled={disabled}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={event => onValue(event.target.value)}
      />
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
