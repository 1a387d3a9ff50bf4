import * as v from 'valibot'
import {
  type Check,
  chosen,
  chosenMin2,
  codeOfLength,
  digitsExactly,
  faultOf,
  letters,
  number,
} from '../forms/checks.ts'
import type { ListEndpoint } from '../provider/endpoints.ts'
import { matriculeLength, ninaLength, otpDigits, phoneDigits } from '../rules/limits.ts'
import { readDate } from '../rules/window.ts'

/** Each question of the wizard, once (section 5). A wizard only arranges them. */

interface Question {
  label: string
  hint?: string
  check: Check
  optional?: true
}

export type Field = Question &
  (
    | { control: 'select'; list: Exclude<ListEndpoint, 'statusYears'>; placeholder: string }
    | {
        control: 'text'
        inputMode: 'numeric' | 'text' | 'tel'
        maxLength?: number
        autoCapitalize?: 'characters' | 'words'
      }
    | { control: 'date' }
  )

/** A date of birth lies in the past (contract.md); `now` is read when it is judged. */
const birthDate = v.pipe(
  chosen,
  v.isoDate('Format non valide.'),
  v.check(value => (readDate(value) ?? Number.POSITIVE_INFINITY) < todayBegan(), 'Format non valide.'),
)

/** Bamako's day is UTC's. Milliseconds. */
function todayBegan(): number {
  return Math.floor(Date.now() / 86_400_000) * 86_400_000
}

export const fields = {
  anneeBac: {
    control: 'select',
    list: 'bacYears',
    label: 'Année du baccalauréat',
    placeholder: "Choisissez l'année du Bac",
    check: chosen,
  },
  tuteur: {
    control: 'select',
    list: 'identityDocuments',
    label: "Type de pièce d'identité",
    placeholder: 'Choisissez le type de pièce',
    hint: "Au nom de la personne à qui appartient la carte SIM : vous, ou l'un de vos parents.",
    check: chosen,
  },
  numAttest: { control: 'text', inputMode: 'numeric', label: "Numéro de l'attestation du bac", check: number },
  phone: {
    control: 'text',
    inputMode: 'numeric',
    label: 'Numéro de téléphone',
    hint: `${phoneDigits} chiffres, sans espace. Les allocations seront versées sur ce numéro (Moov Africa Malitel, Orange ou Telecel).`,
    check: digitsExactly(phoneDigits),
  },
  nina: {
    control: 'text',
    inputMode: 'text',
    autoCapitalize: 'characters',
    maxLength: ninaLength.max,
    label: 'Numéro de la carte NINA',
    check: codeOfLength(ninaLength.min),
    optional: true,
  },
  numPlace: { control: 'text', inputMode: 'numeric', label: 'Numéro de place au bac', check: number },
  serie: {
    control: 'select',
    list: 'series',
    label: 'Série',
    placeholder: 'Choisissez la série',
    check: v.pipe(letters),
  },
  ae: {
    control: 'select',
    list: 'academies',
    label: "Académie d'enseignement",
    placeholder: "Choisissez l'académie",
    check: chosenMin2,
  },
  matricule: {
    control: 'text',
    inputMode: 'text',
    autoCapitalize: 'characters',
    label: 'Numéro matricule',
    check: codeOfLength(matriculeLength.wizard),
  },
  prenom: { control: 'text', inputMode: 'text', autoCapitalize: 'words', label: 'Prénom', check: letters },
  nom: { control: 'text', inputMode: 'text', autoCapitalize: 'words', label: 'Nom', check: letters },
  dateNaiss: { control: 'date', label: 'Date de naissance', check: birthDate },
  otp: {
    control: 'text',
    inputMode: 'numeric',
    label: 'Code de confirmation',
    hint: `Les ${otpDigits} chiffres reçus par SMS.`,
    check: digitsExactly(otpDigits),
  },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof fields
export type Answers = Readonly<Record<string, string>>

export function faultOfAnswer(name: FieldName, answers: Answers): string | undefined {
  const field: Field = fields[name]
  const value = answers[name] ?? ''
  return field.optional && value.trim() === '' ? undefined : faultOf(field.check, value)
}
