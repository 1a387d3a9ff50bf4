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
