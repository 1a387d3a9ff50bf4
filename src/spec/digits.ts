/**
 * Every decimal digit as 0 to 9: Unicode has the ten of a script in one row, and may have row after
 * row.
 */
export const westernDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
    return String(before % 10)
  })
