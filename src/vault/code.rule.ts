/** What makes a code worth choosing. Pure. */

export const codeMinLength = 6

export type CodeFault = 'short' | 'simple' | 'different'

export function codeFault(code: string): Exclude<CodeFault, 'different'> | undefined {
  if (code.length < codeMinLength) return 'short'
  return isSimple(code) ? 'simple' : undefined
}

/** One character over and over, or a straight run: the first ten attempts of anybody who guesses. */
function isSimple(code: string): boolean {
  const codes = Array.from(code, letter => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((value, index) => value - (codes[index] ?? 0))
  return [-1, 0, 1].some(step => steps.every(each => each === step))
}

export function pairFault(code: string, again: string): CodeFault | undefined {
  return codeFault(code) ?? (code === again ? undefined : 'different')
}
