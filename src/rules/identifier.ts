import { phoneDigits } from './limits.ts'

export type Identifier = { phone: string } | { matricule: string }

/** Section 5, reclamation: a parameter of 8 characters is a phone number, any other a matricule. */
export function identifierOf(parameter: string): Identifier {
  return parameter.length === phoneDigits ? { phone: parameter } : { matricule: parameter }
}
