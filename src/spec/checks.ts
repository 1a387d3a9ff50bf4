import * as v from 'valibot'
import * as formText from './checks-text.ts'
import { nameMinLetters } from './limits.ts'
import * as commonText from './text.ts'

/**
 * Section 5: the characters that a field accepts. An empty value matches: the 'required' rule
 * reports it.
 */
export const digits = /^\d*$/
export const uppercaseAndDigits = /^[A-Z0-9]*$/
/**
 * Accents are allowed (section 5), composed or not: some keyboards send the letter and its accent
 * apart.
 */
export const lettersAndSpaces = /^[\p{L}\p{M}\s]*$/u
/** Also the hyphens and apostrophes of names: N'Diaye, Marie-Claire. */
const lettersOfNames = /^[\p{L}\p{M}\s'’-]*$/u

export type Check = v.GenericSchema<string, string>

const filled = v.pipe(
  v.string(),
  v.check(value => value.trim() !== '', commonText.requiredMessage),
)
const atLeast = (min: number, unit: string) =>
  v.minLength<string, number, string>(min, formText.atLeast(min, unit))
const atMost = (max: number, unit: string) =>
  v.maxLength<string, number, string>(max, formText.atMost(max, unit))

/**
 * Each check reports the first fault: missing, then wrong characters, then too short, then too
 * long.
 */
export const chosen: Check = filled
export const chosenMin2: Check = v.pipe(filled, atLeast(2, formText.letters))
export const number: Check = v.pipe(filled, v.regex(digits, formText.formatMessage))
export const digitsAtLeast = (min: number): Check => v.pipe(number, atLeast(min, formText.digits))
export const digitsExactly = (count: number): Check =>
  v.pipe(digitsAtLeast(count), atMost(count, formText.digits))
const lettersIn = (accepted: RegExp): Check =>
  v.pipe(
    filled,
    v.regex(accepted, formText.formatMessage),
    v.transform(name => name.replace(/\P{L}/gu, '')),
    atLeast(nameMinLetters, formText.letters),
  )
export const letters: Check = lettersIn(lettersAndSpaces)
export const personName: Check = lettersIn(lettersOfNames)
export const codeOfLength = (min: number, max?: number): Check => {
  const short = v.pipe(
    filled,
    v.regex(uppercaseAndDigits, formText.formatMessage),
    atLeast(min, formText.characters),
  )
  return max === undefined ? short : v.pipe(short, atMost(max, formText.characters))
}

/** @returns the message of the first rule that the value breaks */
export function faultOf(check: Check, value: string): string | undefined {
  return v.safeParse(check, value, { abortEarly: true, abortPipeEarly: true }).issues?.[0].message
}
