import { westernDigits } from '../../spec/digits.ts'

/** Which codes are strong enough. Pure. */

const fewestSigns = 6
/**
 * Eight digits take as many guesses as three words of the word list; six digits are mostly a date.
 */
const fewestDigits = 8

export type CodeFault = 'short' | 'digits' | 'simple' | 'different'

/**
 * The form in which codes are compared: without the accents, capitals, blanks and dashes in which
 * spellings differ.
 */
export function foldCode(code: string): string {
  return westernDigits(code.normalize('NFKD'))
    .toLowerCase()
    .replace(/[\s\p{M}\p{Pd}]/gu, '')
}

export function codeFault(code: string): Exclude<CodeFault, 'different'> | undefined {
  const bare = foldCode(code)
  if (bare.length < fewestSigns) return 'short'
  if (isSimple(bare)) return 'simple'
  return bare.length < fewestDigits && /^\d+$/.test(bare) ? 'digits' : undefined
}

/**
 * One repeated character, or a straight run such as 123456: these are the first ten attempts of an
 * attacker.
 */
function isSimple(code: string): boolean {
  const codes = Array.from(code, letter => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((value, index) => value - (codes[index] ?? 0))
  return [-1, 0, 1].some(step => steps.every(each => each === step))
}

export function pairFault(code: string, again: string): CodeFault | undefined {
  return codeFault(code) ?? (foldCode(code) === foldCode(again) ? undefined : 'different')
}

// How long the student must wait after wrong codes. Pure. Times in milliseconds by this device's
// clock.

export interface Wrong {
  count: number
  until: number
}

export const noneWrong: Wrong = { count: 0, until: 0 }

const freeAttempts = 3
export const mostAttempts = 10
const firstWaitMs = 30_000

/**
 * After three wrong codes half a minute, and twice as long after each further one: 32 minutes
 * before the tenth.
 */
export function waitAfter(count: number): number {
  return count < freeAttempts ? 0 : firstWaitMs * 2 ** (count - freeAttempts)
}

/**
 * Counts an attempt as wrong before the code is checked: killing the page in between gives no free
 * attempt.
 */
export function countWrong({ count }: Wrong, now: number): Wrong {
  return { count: count + 1, until: now + waitAfter(count + 1) }
}

export const isSpent = ({ count }: Wrong): boolean => count >= mostAttempts

export const attemptsLeft = ({ count }: Wrong): number => Math.max(0, mostAttempts - count)

/**
 * If the device's clock was set back, the time that has passed is unknown: the whole wait begins
 * again.
 */
export function settledWait(wrong: Wrong, now: number): Wrong {
  const whole = waitAfter(wrong.count)
  return wrong.until - now > whole ? { ...wrong, until: now + whole } : wrong
}

export const waitLeft = ({ until }: Wrong, now: number): number => Math.max(0, until - now)
