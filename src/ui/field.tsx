import {
  type ChangeEvent,
  type InputHTMLAttributes,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import * as commonText from '../spec/text.ts'
import { describedBy, FieldFrame, type Frame } from './form.tsx'
import { choice, type Option } from './static-parts.tsx'
import { useCarried } from './use-carried.ts'

interface Common extends Frame {
  name: string
  value: string
  disabled?: boolean | undefined
  /**
   * @param stepped whether a key has changed a list: it may go on to the next choice, and a pointer
   * has finished
   */
  onValue(value: string, stepped?: boolean): void
  onLeave?: (() => void) | undefined
}

type TextAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'readOnly'
  | 'type'
  | 'max'
  | 'enterKeyHint'
  | 'onFocus'
>

interface TextProps extends Common, TextAttributes {
  /**
   * Strips what does not count. Until it loses the focus, the field shows the typed text, so that
   * no cursor jumps.
   */
  bare?: ((typed: string) => string) | undefined
}

const trimmed = (text: string) => text.trim()
/** Unique, since no screen has two fields of the same name. */
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
  onValue,
  onLeave,
  ...attributes
}: TextProps) {
  const id = idOf(name)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const shown = bare(typed) === value ? typed : value
  /** @param isWhole comes in one piece, as from the clipboard: no cursor stands in its middle */
  const take = (text: string, isWhole = false) => {
    const next = bare(text)
    setTyped((isWhole && next) || text)
    onValue(next)
  }
  useCarried(name, input, { value, bare, take, onLeave })
  const before = useRef(value)
  useLayoutEffect(() => {
    const isNews = value !== before.current && value !== '' && typed === ''
    before.current = value
    // What the disk brings under the student's hands is typed over, and not into.
    if (isNews && input.current === document.activeElement) input.current?.select()
  }, [value, typed])
  return (
    <FieldFrame {...{ id, label, required, short, error, missing, refused, hint, help }}>
      <input
        ref={input}
        {...attributes}
        {...describedBy(id, { error, missing, refused, hint })}
        id={id}
        name={name}
        value={shown}
        disabled={disabled}
        aria-required={required}
        spellCheck={false}
        onChange={({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
          // A keyboard that still composes its word must find what it has written.
          take(
            target.value,
            target.value.length > shown.length + 1 && !(nativeEvent as InputEvent).isComposing,
          )
        }
        onBlur={() => {
          setTyped(value)
          onLeave?.()
        }}
      />
    </FieldFrame>
  )
}

interface SelectProps extends Common {
  /** Where its choices come from: an early page asks for them itself (src/app/early-form.ts). */
  list?: string
  options: readonly Option[] | undefined
  placeholder: string
  /** The list is still loading. */
  loading: boolean
}

export function SelectField({
  list,
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
  // A list that a pointer opens changes the value once, when it closes; keys on a closed list
  // change it with each press.
  const stepping = useRef(false)
  // At each letter a form renders all its fields, among them a hundred options that have not
  // changed.
  const choices = useMemo(() => options?.map(choice), [options])
  const select = useRef<HTMLSelectElement>(null)
  useCarried(name, select, { value, take: onValue, onLeave })
  return (
    <FieldFrame {...frame} id={id}>
      <select
        ref={select}
        data-list={list}
        {...describedBy(id, frame)}
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        aria-required={frame.required}
        onPointerDown={() => {
          stepping.current = false
        }}
        onKeyDown={() => {
          stepping.current = true
        }}
        onChange={event => onValue(event.target.value, stepping.current)}
        onBlur={() => {
          stepping.current = false
          onLeave?.()
        }}
      >
        <option value="">{loading ? commonText.loading : placeholder}</option>
        {choices}
        {/* A choice made earlier stays shown while the list is not loaded. */}
        {value && !options?.some(({ code }) => code === value) && (
          <option value={value}>{value}</option>
        )}
      </select>
    </FieldFrame>
  )
}
