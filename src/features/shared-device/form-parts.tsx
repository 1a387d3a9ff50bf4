import { type Ref, useEffect, useId, useRef } from 'react'
import { describedBy, FieldFrame } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Spinner } from '../../ui/static-parts.tsx'
import * as unlockText from './text.ts'

interface UnlockHeadProps {
  /** The unlock screen is a page of its own, not a list above another page. */
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
  /** A press does nothing, but the button keeps the focus (aria-disabled). */
  closed: boolean
  /** Shown while the code is tried: deriving its key takes a phone seconds. */
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
  refused?: string | undefined
  value: string
  disabled?: boolean
  /** The code is being tried: the field can't be changed, and keeps the focus. */
  working?: boolean
  onValue(value: string): void
}

/**
 * Not a password field: browsers offer to save those, and would offer this student's code to the
 * next one. The letter keyboard, since a code may contain letters.
 */
export function SecretField({
  ref,
  name,
  value,
  disabled,
  working,
  onValue,
  ...frame
}: SecretProps) {
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
