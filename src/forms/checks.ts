import * as v from 'valibot'
import { nameMinLetters } from '../rules/limits.ts'
import { digits, lettersAndSpaces, uppercaseAndDigits } from '../rules/patterns.ts'

/** Section 5, to the letter. */
export const requiredMessage = 'Champ obligatoire.'
export const formatMessage = 'Format non valide.'

export type Check = v.GenericSchema<string, string>

const filled = v.pipe(
  v.string(),
  v.check(value => value.trim() !== '', requiredMessage),
)
const atLeast = (min: number, unit: string) => v.minLength<string, number, string>(min, `Pas moins de ${min} ${unit}.`)
const atMost = (max: number, unit: string) => v.maxLength<string, number, string>(max, `Pas plus de ${max} ${unit}.`)

/** The first thing that is wrong: missing, then badly written, then too short, then too long. */
export const chosen: Check = filled
export const chosenMin2: Check = v.pipe(filled, atLeast(2, 'lettres'))
export const number: Check = v.pipe(filled, v.regex(digits, formatMessage))
export const digitsAtLeast = (min: number): Check => v.pipe(number, atLeast(min, 'chiffres'))
export const digitsExactly = (count: number): Check => v.pipe(digitsAtLeast(count), atMost(count, 'chiffres'))
export const letters: Check = v.pipe(
  filled,
  v.transform(name => name.trim()),
  v.regex(lettersAndSpaces, formatMessage),
  atLeast(nameMinLetters, 'lettres'),
)
export const codeOfLength = (min: number, max?: number): Check => {
  const short = v.pipe(filled, v.regex(uppercaseAndDigits, formatMessage), atLeast(min, 'chiffres/lettres'))
  return max === undefined ? short : v.pipe(short, atMost(max, 'chiffres/lettres'))
}

/** @returns the message of the first rule that the value breaks */
export function faultOf(check: Check, value: string): string | undefined {
  return v.safeParse(check, value, { abortEarly: true, abortPipeEarly: true }).issues?.[0].message
}
