/** What makes a code worth choosing. Pure. */

const fewestSigns = 6
/** As many guesses as three words of the list; six of them are mostly a date. */
const fewestDigits = 8

export type CodeFault = 'short' | 'digits' | 'simple' | 'different'

/** As a code is compared: however a keyboard, a piece of paper or a voice has put it. */
export function folded(code: string): string {
  return code
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\s\p{M}\p{Pd}]/gu, '')
}

export function codeFault(code: string): Exclude<CodeFault, 'different'> | undefined {
  const bare = folded(code)
  if (bare.length < fewestSigns) return 'short'
  if (isSimple(bare)) return 'simple'
  return bare.length < fewestDigits && /^\d+$/.test(bare) ? 'digits' : undefined
}

/** One character over and over, or a straight run: the first ten attempts of anybody who guesses. */
function isSimple(code: string): boolean {
  const codes = Array.from(code, letter => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((value, index) => value - (codes[index] ?? 0))
  return [-1, 0, 1].some(step => steps.every(each => each === step))
}

export function pairFault(code: string, again: string): CodeFault | undefined {
  return codeFault(code) ?? (folded(code) === folded(again) ? undefined : 'different')
}

// How long wrong codes make wait. Pure. Times in milliseconds by this device's clock.

export interface Wrong {
  count: number
  until: number
}

export const noneWrong: Wrong = { count: 0, until: 0 }

/** Where builds that know no bound count would count: they can't open what is bound, so they must never come to ten. */
export const fromEarlierBuilds: Wrong = { count: -Infinity, until: 0 }

const freeAttempts = 3
export const mostAttempts = 10
const firstWaitMs = 30_000

/** After three wrong codes half a minute, and twice as long after each further one: 32 minutes before the tenth. */
export function waitAfter(count: number): number {
  return count < freeAttempts ? 0 : firstWaitMs * 2 ** (count - freeAttempts)
}

/** Taken for wrong before it is looked at: a page that is killed in between has used it up. */
export function counted({ count }: Wrong, now: number): Wrong {
  return { count: count + 1, until: now + waitAfter(count + 1) }
}

export const isSpent = ({ count }: Wrong): boolean => count >= mostAttempts

export const attemptsLeft = ({ count }: Wrong): number => Math.max(0, mostAttempts - count)

/** A clock that was set back can't tell how much has gone by: the whole wait begins again. */
export function settledWait(wrong: Wrong, now: number): Wrong {
  const whole = waitAfter(wrong.count)
  return wrong.until - now > whole ? { ...wrong, until: now + whole } : wrong
}

export const waitLeft = ({ until }: Wrong, now: number): number => Math.max(0, until - now)
