import type { FileReply } from '../../core/api/schemas.ts'
import { digits, uppercaseAndDigits } from '../../spec/checks.ts'
import {
  type DocumentType,
  documents,
  documentsOf,
  documentTypes,
  isAskedFor,
  validatedFlag,
  type WizardVariant,
} from '../../spec/documents.ts'
import { matriculeLength, phoneDigits } from '../../spec/limits.ts'
import { invalidMessage } from '../../spec/text.ts'
import type { YearGroup } from '../../spec/years.ts'
import { bothMessage, neitherMessage } from './text.ts'

export interface StatusEntries {
  phone: string
  matricule: string
}

export function phoneFault(phone: string): string | undefined {
  return digits.test(phone) && phone.length === phoneDigits ? undefined : invalidMessage
}

export function matriculeFault(matricule: string): string | undefined {
  const { statusMin, statusMax } = matriculeLength
  const fits = matricule.length >= statusMin && matricule.length <= statusMax
  return fits && uppercaseAndDigits.test(matricule) ? undefined : invalidMessage
}

/** What is wrong with the form as a whole, or undefined when it may be sent. */
export function statusFault({ phone, matricule }: StatusEntries): string | undefined {
  if (phone && matricule) return bothMessage
  if (phone) return phoneFault(phone)
  if (matricule) return matriculeFault(matricule)
  return neitherMessage
}

/** Section 7: the year group chooses the base URL, the filled field the call. */
export function statusEndpoint(year: YearGroup, { phone }: StatusEntries) {
  return `status/${year}/${phone ? 'phone' : 'matricule'}` as const
}

export const statusQuestion = (year: YearGroup, entries: StatusEntries) =>
  `${statusEndpoint(year, entries)}/${entries.phone || entries.matricule}`

/** Each document of a file, and whether it is validated; empty if the reply names none. */
export function documentStates(
  file: Partial<FileReply>,
  variant: WizardVariant,
): { document: DocumentType; validated: boolean }[] {
  const flagOf = (document: DocumentType) => file[documents[document].flag] ?? ''
  if (!documentTypes.some(flagOf)) return []
  const asked = documentsOf(variant)
  return (
    documentTypes
      .map(document => ({ document, validated: flagOf(document) === validatedFlag }))
      // A document that this wizard never asks for is listed only if the provider asks for it all
      // the same.
      .filter(({ document, validated }) =>
        validated ? asked.includes(document) : isAskedFor(flagOf(document), documents[document]),
      )
  )
}

/** As much of the provider's message as fits in a title. */
export const firstSentence = (words: string): string =>
  /^.+?[.!?](?=\s|$)/s.exec(words)?.[0] ?? words
