import { type Ref, useEffect, useId, useSyncExternalStore } from 'react'
import type { Elements } from './elements.tsx'
import * as uiText from './text.ts'

interface FormProps {
  className?: string
  /** Also called by the Enter key. */
  onSend(): void
  children: Elements
}

/**
 * The portal shows the faults itself, and the browser must not offer one student's input to the
 * next.
 */
export function Form({ className, onSend, children }: FormProps) {
  return (
    <form
      noValidate
      autoComplete="off"
      className={className}
      onSubmit={event => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
    </form>
  )
}

interface ReasonedProps {
  label: string
  /** Why it can't be pressed. */
  reason: string | undefined
  /** It can't be pressed for the moment, which says itself. */
  disabled?: boolean | undefined
  ref?: Ref<HTMLButtonElement>
  /** Without it, the button sends its form. */
  onPress?(): void
}

/** A button, and before it the reason why it is disabled. */
export function ReasonedButton({ label, reason, disabled, ref, onPress }: ReasonedProps) {
  const id = useId()
  return (
    <>
      {reason && (
        <p id={id} className="hint">
          {reason}
        </p>
      )}
      <button
        ref={ref}
        type={onPress ? 'button' : 'submit'}
        disabled={reason !== undefined || disabled}
        aria-describedby={reason && id}
        onClick={onPress}
      >
        {label}
      </button>
    </>
  )
}

export interface Said {
  error?: string | undefined
  hint?: string | undefined
  /** A word beside the label of a field that was sent without its answer. */
  missing?: string | undefined
  /**
   * The id of the element that says, elsewhere on the page, why the provider has refused the
   * answer.
   */
  refused?: string | undefined
}

export interface Frame extends Said {
  label: string
  required?: boolean | undefined
  /** A short answer has a short field. */
  short?: boolean | undefined
  /** For a student who does not know what to answer. */
  help?: Elements
}

/**
 * Label and messages of a control. All of them come before it, so that no on-screen keyboard covers
 * them.
 */
export function FieldFrame({
  id,
  label,
  required,
  short,
  error,
  missing,
  refused,
  hint,
  help,
  children,
}: Frame & { id: string; children: Elements }) {
  const wrong = isWrong({ error, missing, refused })
  useFault(wrong)
  const looks = ['field', short && 'short', wrong && 'wrong'].filter(Boolean).join(' ')
  return (
    <div className={looks}>
      <label htmlFor={id}>
        <span>{label}</span>
        {!required && <span className="hint">{` ${uiText.optional}`}</span>}
        {missing && <span className="error">{` ${missing}`}</span>}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {help}
      {error && (
        <span id={`${id}-error`} className="error">
          {error}
        </span>
      )}
      {children}
    </div>
  )
}

const isWrong = ({ error, missing, refused }: Said) => Boolean(error ?? missing ?? refused)

/** The ARIA attributes that connect a control with its messages. */
export function describedBy(id: string, said: Said) {
  const described = [said.error && `${id}-error`, said.refused, said.hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  return { 'aria-invalid': isWrong(said) || undefined, 'aria-describedby': described || undefined }
}

/** How many faults the page shows. */
let shown = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  shown += by
  for (const listener of listeners) listener()
}

/** While the component is there, the page's title begins with "Erreur : ". */
export function useFault(isFault: boolean): void {
  useEffect(() => {
    if (!isFault) return
    count(1)
    return () => count(-1)
  }, [isFault])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFaultShown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shown > 0,
    () => false,
  )
