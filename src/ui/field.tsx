import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'

interface Common {
  name: string
  label: string
  value: string
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean | undefined
  onValue(value: string): void
}

type TextAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'maxLength' | 'readOnly' | 'type' | 'max' | 'enterKeyHint'
>

export function TextField({
  name,
  label,
  value,
  error,
  hint,
  required,
  disabled,
  onValue,
  ...attributes
}: Common & TextAttributes) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const first = useRef({ value, onValue })
  // Typed into the page before its scripts had come: React keeps what stands there, and knows nothing of it.
  useEffect(() => {
    const typed = input.current?.value
    if (typed && typed !== first.current.value) first.current.onValue(typed)
  }, [])
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <input
        ref={input}
        {...attributes}
        {...describedBy(id, error, hint)}
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        aria-required={required}
        spellCheck={false}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value)}
      />
    </FieldFrame>
  )
}

export interface Option {
  code: string
  libelle: string
}

interface SelectProps extends Common {
  options: readonly Option[] | undefined
  placeholder: string
  /** The list is on its way. */
  loading: boolean
}

export function SelectField({
  name,
  label,
  value,
  error,
  hint,
  required,
  disabled,
  onValue,
  options,
  placeholder,
  loading,
}: SelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <select
        {...describedBy(id, error, hint)}
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        aria-required={required}
        onChange={event => onValue(event.target.value)}
      >
        <option value="">{loading ? 'Chargement…' : placeholder}</option>
        {options?.map(({ code, libelle }) => (
          <option key={code} value={code}>
            {libelle}
          </option>
        ))}
        {/* A choice made earlier stays shown while the list is away. */}
        {value && !options?.some(({ code }) => code === value) && <option value={value}>{value}</option>}
      </select>
    </FieldFrame>
  )
}

function describedBy(id: string, error: string | undefined, hint: string | undefined) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}

interface FrameProps {
  id: string
  label: string
  required: boolean | undefined
  error: string | undefined
  hint: string | undefined
  children: ReactNode
}

function FieldFrame({ id, label, required, error, hint, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="optional"> (facultatif)</span>}
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
