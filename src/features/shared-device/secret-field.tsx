import { type Ref, useId } from 'react'
import { describedBy, FieldFrame } from '../../ui/field-frame.tsx'

interface SecretProps {
  ref?: Ref<HTMLInputElement>
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  disabled?: boolean
  /** It is being looked at: it stays as it is, and keeps the focus. */
  working?: boolean
  onValue(value: string): void
}

/**
 * No password field: browsers offer to save those, and the next student would be offered this one's code. The keyboard of
 * letters, since a code may have some.
 */
export function SecretField({ ref, name, value, disabled, working, onValue, ...frame }: SecretProps) {
  const id = useId()
  return (
    <FieldFrame {...frame} id={id} required short>
      <input
        {...describedBy(id, frame)}
        ref={ref}
        id={id}
        name={name}
        className="secret"
        type="text"
        inputMode="text"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        disabled={disabled}
        readOnly={working}
        aria-required
        onChange={event => onValue(event.target.value)}
      />
    </FieldFrame>
  )
}
