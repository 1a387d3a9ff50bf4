import type { Outcome } from '../../core/api/schemas.ts'

export interface ReceiptAnswers {
  num_place: string
  serie: string
  ae: string
  otp: string
  matricule: string
}

/**
 * What an answer to the receipt's call means for the code that the device keeps. The provider never
 * says which of the five is wrong: without a question for a new code, the kept one is suspected
 * only where the student changed nothing.
 */
export function judgeKeptCode(
  known: ReceiptAnswers,
  asked: ReceiptAnswers,
  { status, codeRequis }: Outcome,
): 'keep' | 'drop' | undefined {
  if (asked.matricule !== known.matricule) return undefined
  const isKept = asked.otp === known.otp
  if (status === 1) return isKept ? undefined : 'keep'
  if (!isKept) return undefined
  const isUnchanged =
    withoutZeros(asked.num_place) === withoutZeros(known.num_place) &&
    asked.serie === known.serie &&
    asked.ae === known.ae
  return codeRequis || isUnchanged ? 'drop' : undefined
}

/** docs/contract.md: 00123 is 123. */
const withoutZeros = (number: string) => number.replace(/^0+/, '')
