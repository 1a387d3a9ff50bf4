import type { Lists } from '../forms/use-lists.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { type Answers, type Field, type FieldName, faultOfAnswer, fields } from './fields.ts'

export type WizardList = 'bacYears' | 'series' | 'academies' | 'identityDocuments'

interface QuestionProps {
  name: FieldName
  answers: Answers
  /** A fault is shown only once the field was edited (section 5). */
  edited: boolean
  disabled?: boolean
  readOnly?: boolean
  lists: Lists<WizardList>
  onValue(name: FieldName, value: string): void
}

/** A field of the wizard, drawn from its definition. */
export function Question({ name, answers, edited, disabled, readOnly, lists, onValue }: QuestionProps) {
  const field: Field = fields[name]
  const common = {
    name,
    label: field.label,
    hint: field.hint,
    value: answers[name] ?? '',
    required: !field.optional,
    disabled,
    error: edited ? faultOfAnswer(name, answers) : undefined,
    onValue: (value: string) => onValue(name, value),
  }
  if (field.control === 'select')
    return <SelectField {...common} {...lists.of(field.list)} placeholder={field.placeholder} />
  if (field.control === 'date') return <TextField {...common} type="date" />
  const { inputMode, bare, maxLength, autoCapitalize } = field
  return (
    <TextField
      {...common}
      type="text"
      inputMode={inputMode}
      bare={bare}
      maxLength={maxLength}
      autoCapitalize={autoCapitalize ?? 'off'}
      autoComplete={name === 'otp' ? 'one-time-code' : undefined}
      readOnly={readOnly}
    />
  )
}
