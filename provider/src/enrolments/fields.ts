import * as v from 'valibot'
import { westernDigits } from '../../../src/spec/digits.ts'
import { otpDigits } from '../../../src/spec/limits.ts'
import { remarks } from '../../../src/spec/remarks.ts'
import { readName } from '../students/names.ts'
import { withoutZeros } from '../students/students.ts'
import { identityDocuments } from '../window/reference-lists.ts'

/** Section 5's formats, with upper bounds where it sets none. */
const pattern = (rule: RegExp) => v.pipe(v.string(), v.regex(rule))
/** With digits of any script. */
const number = (rule: RegExp) => v.pipe(v.string(), v.transform(westernDigits), v.regex(rule))

export const anneeBac = number(/^\d{4}$/)
export const matricule = number(/^[A-Z0-9]{11,12}$/)
export const phone = number(/^\d{8}$/)
export const otp = number(new RegExp(`^\\d{${otpDigits}}$`))
/** As a list or a paper has it. */
export const placeAsWritten = number(/^0*\d{1,12}$/)
/** By its value: zeros before it bring neither another place nor another guess. */
export const numPlace = v.pipe(placeAsWritten, v.transform(withoutZeros))
export const numAttest = number(/^0*\d{1,20}$/)
/** Codes of lists: letters and spaces, at least two. */
export const listCode = pattern(/^\p{L}[\p{L} ]{1,39}$/u)
/**
 * Section 5 says letters and spaces; real names also have hyphens and apostrophes. Empty for who
 * has one name.
 */
export const personName = v.pipe(
  v.string(),
  v.transform(readName),
  v.regex(/^(\p{L}[\p{L}\p{M} '’-]{1,79})?$/u),
)
export const nina = number(/^([A-Z0-9]{11,15})?$/)
export const tuteur = v.picklist(identityDocuments.map(item => item.code))
/**
 * The image has rules of its own: it is decoded and checked later (provider/src/images/images.ts).
 */
export const image = v.string()
/** No photograph is refused for what is said of it: what this server does not know is left out. */
export const remarques = v.optional(
  v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform(words => remarks.filter(remark => words.includes(remark))),
    ),
    [],
  ),
  [],
)

/** `YYYY-MM-DD`, an existing date in the past. */
export const dateNaiss = v.pipe(
  number(/^\d{4}-\d{2}-\d{2}$/),
  v.check(text => {
    const date = new Date(`${text}T00:00:00Z`)
    return (
      !Number.isNaN(date.getTime()) &&
      date.toISOString().startsWith(text) &&
      date.getTime() < Date.now()
    )
  }),
)
