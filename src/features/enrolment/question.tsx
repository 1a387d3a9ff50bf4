import { urlOf } from '../../core/api/call.ts'
import type { Lists } from '../../core/api/use-lists.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SimChecks } from '../../ui/sim-checks.tsx'
import { missingWord } from './faults.rule.ts'
import { type Answers, type Field, type FieldName, faultOfAnswer, fields } from './fields.ts'
import { WhereToFind } from './where-to-find.tsx'

export type WizardList = 'bacYears' | 'series' | 'academies' | 'identityDocuments'

interface QuestionProps {
  name: FieldName
  answers: Answers
  /**
   * The student has left the field: a fault is shown only once it was edited (section 5) and left.
   */
  left: boolean
  /** The form was sent: ask for a missing answer. */
  sent: boolean
  hint?: string | undefined
  disabled?: boolean
  lists: Lists<WizardList>
  onValue(name: FieldName, value: string, stepped?: boolean): void
  onLeave(name: FieldName): void
}

export function Question({
  name,
  answers,
  left,
  sent,
  hint,
  disabled,
  lists,
  onValue,
  onLeave,
}: QuestionProps) {
  const field: Field = fields[name]
  const value = answers[name] ?? ''
  const fault = faultOfAnswer(name, answers)
  const common = {
    name,
    value,
    label: field.label,
    hint: hint ?? (left && fault ? field.takes : undefined) ?? field.hint,
    required: !field.optional,
    short: field.short,
    help:
      name === 'phone' ? (
        <SimChecks />
      ) : (
        field.found && <WhereToFind place={field.found} hidden={disabled} />
      ),
    disabled,
    error: left ? fault : undefined,
    missing: sent && !left && fault && !value.trim() ? missingWord(name) : undefined,
    onValue: (next: string, stepped?: boolean) => onValue(name, next, stepped),
    onLeave: () => onLeave(name),
  }
  if (field.control === 'select')
    return (
      <SelectField
        {...common}
        {...lists.of(field.list)}
        list={urlOf(field.list)}
        placeholder={field.placeholder}
      />
    )
  if (field.control === 'date') return <TextField {...common} type="date" />
  const { inputMode, bare, autoCapitalize } = field
  return (
    <TextField
      {...common}
      type="text"
      inputMode={inputMode}
      bare={bare}
      autoCapitalize={autoCapitalize ?? 'off'}
    />
  )
}
