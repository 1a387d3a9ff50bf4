import { type Check, codeOfLength, digitsAtLeast, letters, number } from '../../spec/checks.ts'
import { matriculeLength, otpDigits } from '../../spec/limits.ts'
import { useAnswers } from '../../ui/use-answers.ts'
import { useKnown } from './use-known.ts'

/** Section 5, receipt form. */
const checks = {
  num_place: number,
  serie: letters,
  ae: letters,
  otp: digitsAtLeast(otpDigits),
  matricule: codeOfLength(matriculeLength.wizard, matriculeLength.receiptMax),
} satisfies Record<string, Check>

export type Request = ReturnType<typeof useRequest>

/** The answers, with those that this device knows already. */
export function useRequest() {
  const answers = useAnswers(checks)
  return { ...answers, known: useKnown(answers.know) }
}
