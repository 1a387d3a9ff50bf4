import { digits, uppercaseAndDigits } from './checks.ts'
import { westernDigits } from './digits.ts'

/**
 * docs/contract.md, "Requests": what a student types or pastes is judged and sent without what does
 * not count.
 */

/** In characters, above which a text is none of a number: searching it would hold the page up. */
const mostRead = 1000

/**
 * Reads an answer; what cannot be read stays as it was typed, so that the student sees it, and its
 * fault.
 */
const reader =
  (fits: RegExp, read: (text: string) => string) =>
  (typed: string): string => {
    const asTyped = typed.trim()
    if (asTyped.length > mostRead) return asTyped
    // Some phones write `nº`, whose sign Unicode calls a letter.
    const bare = read(westernDigits(asTyped).replaceAll('º', '°'))
    return fits.test(bare) ? bare : asTyped
  }
/** No sign that may part two numbers: 1/2 is not 12. */
const between = /[\s._+−\p{Pd}\p{Cf}]/gu

/** The only number of a text, between words and signs. */
const onlyNumber = /^(?:\D*[^\p{L}\d+])?(\+?\d(?:[^\p{L}]*\d)?)(?:[^\p{L}\d]\D*)?$/u
const numberIn = (text: string) => onlyNumber.exec(text)?.[1] ?? text

export const bareNumber = reader(digits, text => numberIn(text).replace(between, ''))

/** The country, or only its beginning: a student who is still typing it must not see a fault. */
const country = /^(?:\+|00)223|^\+2{0,2}$|^223(?=\d{8}$)/

export const barePhone = reader(digits, text => {
  const number = numberIn(text).replace(/[^\p{L}\d+]/gu, '')
  return number.replace(country, '')
})

/**
 * The words before a matricule or a NINA number: all up to a sign that names a number, and those
 * without which eleven characters are left. The letters of « BKO 2026 T001 » are no such word.
 */
const label =
  /^(?:[^\p{L}\d]*(?:\p{L}+\.?\s*[:=°'’]|\p{L}{2,}[^\p{L}\d]+(?=(?:[^\p{L}\d]*[\p{L}\d]){11})))+(?=.*\d)/u
/** The words after one. */
const after = /^((?:[^\p{L}\d]*[\p{L}\d]){11}.*?)(?:[^\p{L}\d]+\p{L}{2,})+[^\p{L}\d]*$/u

const around = /^[^\p{L}\d]+|[^\p{L}\d]+$/gu

/** A matricule or a NINA number. */
export const bareCode = reader(uppercaseAndDigits, text =>
  text
    .toUpperCase()
    .replace(label, '')
    .replace(after, '$1')
    .replace(around, '')
    .replace(between, ''),
)

/**
 * Four digits in an SMS that belong to no longer number, with the word or sign that announces them.
 */
const inSms = /(?:(est|code|[:=])[\s«"(]*|^|[^\p{L}\d.:/])(\d{4})(?![\p{L}\d]|[\s.:/-]\d)/giu
/** The line that an SMS may end with, for browsers (WebOTP). */
const lastLine = /.*@\S+\s+#(\d+)/s

/** The code of a whole SMS, which also tells times, years, prices and phone numbers. */
export const bareSmsCode = reader(digits, text => {
  const found = [...text.matchAll(inSms)]
  const only = (isCode: (match: readonly string[]) => unknown) => {
    const codes = new Set(found.filter(isCode).map(([, , code]) => code))
    return codes.size === 1 ? [...codes][0] : undefined
  }
  return (
    lastLine.exec(text)?.[1] ??
    only(() => true) ??
    only(([, announced]) => announced) ??
    only(([, , code = '']) => !/^(?:19|20)/.test(code)) ??
    bareNumber(text)
  )
})

/**
 * A name, with the apostrophes and hyphens that the contract knows in place of those of other
 * keyboards.
 */
export const bareName = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2018\u201b`´′＇]/g, "'")
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
