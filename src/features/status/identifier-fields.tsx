import { bareCode, barePhone } from '../../spec/bare.ts'
import * as formText from '../../spec/checks-text.ts'
import { TextField } from '../../ui/field.tsx'
import { useLeft } from '../../ui/use-left.ts'
import { matriculeFault, phoneFault, type StatusEntries } from './status.rule.ts'
import * as statusText from './text.ts'

interface IdentifierProps extends StatusEntries {
  onChange(next: Partial<StatusEntries>): void
}

const identifiers = {
  phone: {
    label: formText.phone,
    hint: statusText.phoneHint,
    bare: barePhone,
    faultOf: phoneFault,
    keyboard: { inputMode: 'numeric' },
    short: true,
  },
  matricule: {
    label: formText.matricule,
    hint: statusText.matriculeHint,
    bare: bareCode,
    faultOf: matriculeFault,
    keyboard: { autoCapitalize: 'characters' },
  },
} as const

/** Phone number or matricule: typing into one field hides the other. */
export function IdentifierFields({ onChange, ...entries }: IdentifierProps) {
  const { phone, matricule } = entries
  const { left, edit, leave } = useLeft<keyof StatusEntries>()
  const fieldOf = (name: keyof StatusEntries) => {
    const { faultOf, keyboard, ...field } = identifiers[name]
    const value = entries[name]
    const error = value && left.has(name) ? faultOf(value) : undefined
    const onValue = (value: string) => {
      edit(name)
      onChange({ [name]: value })
    }
    const onLeave = () => leave(name)
    return (
      <TextField {...{ name, value, error, onValue, onLeave }} required {...field} {...keyboard} />
    )
  }
  return (
    <>
      {/* Text in one field hides the other only if that is empty: the student may fill in both before the scripts
          have loaded. */}
      {(phone || !matricule) && fieldOf('phone')}
      {!phone && !matricule && <p className="or">{statusText.or}</p>}
      {(matricule || !phone) && fieldOf('matricule')}
    </>
  )
}
