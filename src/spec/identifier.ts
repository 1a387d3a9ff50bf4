import { bareCode, barePhone } from './bare.ts'
import { phoneDigits } from './limits.ts'

export type Identifier = { phone: string } | { matricule: string }

/**
 * Section 5, reclamation: a parameter of 8 characters is a phone number, any other a matricule, both counted bare.
 * @returns undefined when nothing is left to ask by
 */
export function identifierOf(parameter: string): Identifier | undefined {
  const phone = barePhone(bareCode(parameter))
  if (phone.length === phoneDigits) return { phone }
  const matricule = bareCode(parameter)
  return matricule ? { matricule } : undefined
}
