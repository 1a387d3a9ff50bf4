import { type ChangeEvent, type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react'
import * as commonText from '../common/text.ts'
import { describedBy, FieldFrame } from './field-frame.tsx'

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
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'readOnly' | 'type' | 'max' | 'enterKeyHint'
>

interface TextProps extends Common, TextAttributes {
  /** What of a text counts. The field shows it as it was typed until it is left, so that no cursor jumps. */
  bare?: ((typed: string) => string) | undefined
  /** Of what counts, no more characters than this are taken. */
  maxLength?: number | undefined
}

const trimmed = (text: string) => text.trim()

export function TextField({
  name,
  label,
  value,
  error,
  hint,
  required,
  disabled,
  bare = trimmed,
  maxLength = Number.POSITIVE_INFINITY,
  onValue,
  ...attributes
}: TextProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const take = (text: string) => {
    const next = bare(text)
    // A browser's own limit would count the blanks of a number that is pasted, and cut its end.
    if (next.length > maxLength) return
    setTyped(text)
    onValue(next)
  }
  const first = useRef({ value, take })
  // Typed into the page before its scripts came: React leaves it in the field, and does not know of it.
  useEffect(() => {
    const text = input.current?.value
    if (text && text !== first.current.value) first.current.take(text)
  }, [])
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <input
        ref={input}
        {...attributes}
        {...describedBy(id, { error, hint })}
        id={id}
        name={name}
        value={bare(typed) === value ? typed : value}
        disabled={disabled}
        aria-required={required}
        spellCheck={false}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target.value)}
        onBlur={() => setTyped(value)}
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

export function SelectField({ options, placeholder, loading, name, value, disabled, onValue, ...frame }: SelectProps) {
  const id = useId()
  return (
    <FieldFrame {...frame} id={id}>
      <select
        {...describedBy(id, frame)}
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        aria-required={frame.required}
        onChange={event => onValue(event.target.value)}
      >
        <option value="">{loading ? commonText.loading : placeholder}</option>
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
