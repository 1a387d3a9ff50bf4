import { type ChangeEvent, type InputHTMLAttributes, useEffect, useMemo, useRef, useState } from 'react'
import * as commonText from '../spec/text.ts'
import { describedBy, FieldFrame, type Frame } from './form.tsx'

interface Common extends Frame {
  name: string
  value: string
  disabled?: boolean | undefined
  /** @param stepped by a key that steps through a list: another one may follow at once */
  onValue(value: string, stepped?: boolean): void
  onLeave?: (() => void) | undefined
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
/** No screen asks twice for one thing. */
const idOf = (name: string) => `f-${name}`

export function TextField({
  name,
  label,
  value,
  error,
  missing,
  refused,
  hint,
  help,
  short,
  required,
  disabled,
  bare = trimmed,
  maxLength = Number.POSITIVE_INFINITY,
  onValue,
  onLeave,
  ...attributes
}: TextProps) {
  const id = idOf(name)
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
    if (!input.current || !text || text === first.current.value) return
    // By React's own setter: it would take its erasure later for no change of what it had once read there.
    input.current.value = text
    first.current.take(text)
  }, [])
  return (
    <FieldFrame {...{ id, label, required, short, error, missing, refused, hint, help }}>
      <input
        ref={input}
        {...attributes}
        {...describedBy(id, { error, missing, refused, hint })}
        id={id}
        name={name}
        value={bare(typed) === value ? typed : value}
        disabled={disabled}
        aria-required={required}
        spellCheck={false}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target.value)}
        onBlur={() => {
          setTyped(value)
          onLeave?.()
        }}
      />
    </FieldFrame>
  )
}

export interface Option {
  code: string
  libelle: string
}

/** Of a closed list: a letter leads to the choices that begin with it. */
const steps = /^(?:Arrow|Page|Home|End|.$)/

interface SelectProps extends Common {
  options: readonly Option[] | undefined
  placeholder: string
  /** The list is on its way. */
  loading: boolean
}

export function SelectField({
  options,
  placeholder,
  loading,
  name,
  value,
  disabled,
  onValue,
  onLeave,
  ...frame
}: SelectProps) {
  const id = idOf(name)
  // A picker changes its list once, when it is closed; the keys of a closed list change it with each press.
  const stepping = useRef(false)
  // A form draws all its questions at each letter, and a hundred choices among them have not changed.
  const choices = useMemo(
    () =>
      options?.map(({ code, libelle }) => (
        <option key={code} value={code}>
          {libelle}
        </option>
      )),
    [options],
  )
  return (
    <FieldFrame {...frame} id={id}>
      <select
        {...describedBy(id, frame)}
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        aria-required={frame.required}
        onPointerDown={() => {
          stepping.current = false
        }}
        onKeyDown={({ key }) => {
          stepping.current = steps.test(key)
        }}
        onChange={event => onValue(event.target.value, stepping.current)}
        onBlur={onLeave}
      >
        <option value="">{loading ? commonText.loading : placeholder}</option>
        {choices}
        {/* A choice made earlier stays shown while the list is away. */}
        {value && !options?.some(({ code }) => code === value) && <option value={value}>{value}</option>}
      </select>
    </FieldFrame>
  )
}
