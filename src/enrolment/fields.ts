import * as v from 'valibot'
import {
  type Check,
  chosen,
  chosenMin2,
  codeOfLength,
  digitsExactly,
  faultOf,
  formatMessage,
  letters,
  number,
} from '../forms/checks.ts'
import type { ListEndpoint } from '../provider/endpoints.ts'
import { bareCode, bareNumber, barePhone } from '../rules/bare.ts'
import { earliestBirth, matriculeLength, ninaLength, otpDigits, phoneDigits } from '../rules/limits.ts'
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
        bare?: (typed: string) => string
        maxLength?: number
        autoCapitalize?: 'characters' | 'words'
      }
    | { control: 'date' }
  )

/** A day that exists, in the past (docs/behaviour.md); today is read when it is judged. */
const birthDate = v.pipe(
  chosen,
  v.isoDate(formatMessage),
  v.check(value => value >= earliestBirth && value < today() && readDate(value) !== undefined, formatMessage),
)

/** Bamako's day is UTC's, and days written so can be compared as they are. */
const today = () => new Date().toISOString().slice(0, 10)

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
  numAttest: {
    control: 'text',
    inputMode: 'numeric',
    bare: bareNumber,
    label: "Numéro de l'attestation du bac",
    check: number,
  },
  phone: {
    control: 'text',
    inputMode: 'numeric',
    bare: barePhone,
    label: 'Numéro de téléphone',
    hint: `${phoneDigits} chiffres, sans espace. Les allocations seront versées sur ce numéro (Moov Africa Malitel, Orange ou Telecel).`,
    check: digitsExactly(phoneDigits),
  },
  nina: {
    control: 'text',
    inputMode: 'text',
    bare: bareCode,
    autoCapitalize: 'characters',
    maxLength: ninaLength.max,
    label: 'Numéro de la carte NINA',
    check: codeOfLength(ninaLength.min),
    optional: true,
  },
  numPlace: { control: 'text', inputMode: 'numeric', bare: bareNumber, label: 'Numéro de place au bac', check: number },
  serie: {
    control: 'select',
    list: 'series',
    label: 'Série',
    placeholder: 'Choisissez la série',
    check: letters,
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
    bare: bareCode,
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
    bare: bareNumber,
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
