import { invalidMessage } from '../common/text.ts'
import { matriculeLength, phoneDigits } from '../rules/limits.ts'
import { digits, uppercaseAndDigits } from '../rules/patterns.ts'
import type { YearGroup } from '../rules/years.ts'
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

/** Section 7: the year group chooses the base, the filled field the call. */
export function statusEndpoint(year: YearGroup, { phone }: StatusEntries) {
  return `status/${year}/${phone ? 'phone' : 'matricule'}` as const
}
