import { type Ref, useEffect, useId, useRef } from 'react'
import { Spinner } from '../../ui/feedback.tsx'
import { describedBy, FieldFrame } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import * as unlockText from './text.ts'

interface UnlockHeadProps {
  /** The door is a page of its own, and no list above another one. */
  isPage: boolean
  title: string
  where: string | undefined
}

export function UnlockHead({ isPage, title, where }: UnlockHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus()
  }, [title])
  if (isPage) return <Head title={title}>{where && <p className="where">{where}</p>}</Head>
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  )
}

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
            {unlockText.back}
          </button>
        )}
        <button type="submit" aria-disabled={closed}>
          {label}
        </button>
      </div>
    </>
  )
}

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
