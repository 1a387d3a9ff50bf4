import * as v from 'valibot'
import { likelyNow } from '../../core/api/clock.ts'
import type { ListEndpoint } from '../../core/api/endpoints.ts'
import { bareCode, bareName, bareNumber, barePhone } from '../../spec/bare.ts'
import {
  type Check,
  chosen,
  chosenMin2,
  codeOfLength,
  digitsExactly,
  faultOf,
  letters,
  number,
  personName,
} from '../../spec/checks.ts'
import * as formText from '../../spec/checks-text.ts'
import { earliestBirth, matriculeLength, ninaLength, phoneDigits } from '../../spec/limits.ts'
import { readDate } from '../../spec/window.ts'
import * as wizardText from './text.ts'
import type { Place } from './where-to-find.tsx'

/** Each question of the wizard, once (section 5). A wizard only arranges them. */

interface Question {
  label: string
  hint?: string
  /** What it may contain: the hint of a wrong answer. */
  takes?: string
  check: Check
  optional?: true
  short?: true
  /** Where on the attestation the student finds the answer. */
  found?: Place
}

export type Field = Question &
  (
    | { control: 'select'; list: Exclude<ListEndpoint, 'statusYears'>; placeholder: string }
    | {
        control: 'text'
        inputMode: 'numeric' | 'text' | 'tel'
        bare?: (typed: string) => string
        autoCapitalize?: 'characters' | 'words'
      }
    | { control: 'date' }
  )

/** An existing day in the past (docs/behaviour.md), whatever the phone's own date says. */
const birthDate = v.pipe(
  chosen,
  v.isoDate(formText.formatMessage),
  v.check(
    value => value >= earliestBirth && value < today() && readDate(value) !== undefined,
    formText.formatMessage,
  ),
)

/** Bamako's day is UTC's, and ISO dates can be compared as strings. */
const today = () => new Date(likelyNow(Date.now())).toISOString().slice(0, 10)

const digits = {
  control: 'text',
  inputMode: 'numeric',
  bare: bareNumber,
  check: number,
  short: true,
} as const
const code = {
  control: 'text',
  inputMode: 'text',
  bare: bareCode,
  autoCapitalize: 'characters',
} as const

/**
 * Typed in the variant `reduced` only, whose rules the specification does not show
 * (docs/behaviour.md).
 */
const name = {
  control: 'text',
  inputMode: 'text',
  bare: bareName,
  autoCapitalize: 'words',
  takes: wizardText.nameTakes,
  check: personName,
} as const

export const fields = {
  anneeBac: {
    control: 'select',
    list: 'bacYears',
    label: formText.bacYear,
    placeholder: formText.bacYearPlaceholder,
    check: chosen,
  },
  tuteur: {
    control: 'select',
    list: 'identityDocuments',
    label: wizardText.identityDocument,
    placeholder: wizardText.identityDocumentPlaceholder,
    hint: wizardText.identityDocumentHint,
    check: chosen,
  },
  numAttest: { ...digits, label: wizardText.attestationNumber, found: 'attestation' },
  phone: {
    ...digits,
    bare: barePhone,
    label: formText.phone,
    hint: wizardText.phoneHint(phoneDigits),
    check: digitsExactly(phoneDigits),
  },
  nina: {
    ...code,
    label: wizardText.nina,
    check: codeOfLength(ninaLength.min, ninaLength.max),
    optional: true,
  },
  numPlace: { ...digits, label: formText.place, found: 'seat' },
  serie: {
    control: 'select',
    list: 'series',
    label: formText.series,
    placeholder: formText.seriesPlaceholder,
    check: letters,
  },
  ae: {
    control: 'select',
    list: 'academies',
    label: formText.academy,
    placeholder: formText.academyPlaceholder,
    check: chosenMin2,
  },
  matricule: {
    ...code,
    label: formText.matricule,
    check: codeOfLength(matriculeLength.wizard),
    found: 'matricule',
  },
  prenom: { ...name, label: wizardText.firstName },
  nom: { ...name, label: wizardText.lastName },
  dateNaiss: { control: 'date', label: wizardText.birthDate, check: birthDate },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof fields
export type Answers = Readonly<Record<string, string>>

export function faultOfAnswer(name: FieldName, answers: Answers): string | undefined {
  const field: Field = fields[name]
  const value = answers[name] ?? ''
  return field.optional && value.trim() === '' ? undefined : faultOf(field.check, value)
}
