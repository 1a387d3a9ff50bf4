const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Unicode has the ten digits of a script side by side, and where two scripts meet, ten by ten. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first -= 1
  return (code - first) % 10
}

/** Reads every decimal digit of Unicode as 0 to 9: keyboards of other scripts write their own. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, digit => String(valueOfDigit(digit)))
