import type { FileReply } from '../../core/api/schemas.ts'
import { digits, uppercaseAndDigits } from '../../spec/checks.ts'
import { type DocumentType, documents, documentTypes, validatedFlag, type WizardVariant } from '../../spec/documents.ts'
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

/** Section 2: how each status code is shown. A code that nobody knows must not look like good news. */
export function toneOf(status: number): 'danger' | 'warning' | 'success' {
  if (status === 1) return 'warning'
  return status === 2 ? 'success' : 'danger'
}

/** Section 2: only code 0 leads to the update of the documents. */
export const mayCorrect = (status: number) => status === 0

/** Whether there is a file that the answer is about; of no file, and of a question that was none, the entries are to be mended. */
export const isFound = (status: number) => status >= 0 && status <= 2

/** Section 7: the year group chooses the base, the filled field the call. */
export function statusEndpoint(year: YearGroup, { phone }: StatusEntries) {
  return `status/${year}/${phone ? 'phone' : 'matricule'}` as const
}

/** Under which an answer is kept. */
export const questionOf = (year: YearGroup, entries: StatusEntries) =>
  `${statusEndpoint(year, entries)}/${entries.phone || entries.matricule}`

/** Each document of a file, and whether it is validated; none where the answer tells of none. */
export function documentsIn(
  file: Partial<FileReply>,
  variant: WizardVariant,
): { document: DocumentType; validated: boolean }[] {
  const flagOf = (document: DocumentType) => file[documents[document].flag]
  if (!documentTypes.some(flagOf)) return []
  return (
    documentTypes
      .map(document => ({ document, validated: flagOf(document) === validatedFlag }))
      // What this wizard never asks for is told of only where the provider wants it all the same.
      .filter(({ document, validated }) => !validated || documents[document].variants.some(asks => asks === variant))
  )
}

/** What of the provider's words a title has room for. */
export const firstSentence = (words: string): string => /^.+?[.!?](?=\s|$)/s.exec(words)?.[0] ?? words
