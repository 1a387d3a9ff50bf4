import { useId } from 'react'
import { describedBy, FieldFrame } from '../../ui/field-frame.tsx'

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
export function SecretField({ name, value, disabled, onValue, ...frame }: SecretProps) {
  const id = useId()
  return (
    <FieldFrame {...frame} id={id} required>
      <input
        {...describedBy(id, frame)}
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
        onChange={event => onValue(event.target.value)}
      />
    </FieldFrame>
  )
}
