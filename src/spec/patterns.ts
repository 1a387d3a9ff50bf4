/** Section 5: what may stand in a field. An empty value is the business of 'required', not of a pattern. */
export const digits = /^\d*$/
export const uppercaseAndDigits = /^[A-Z0-9]*$/
/** Accents are allowed (section 5), composed or not: some keyboards send the letter and its accent apart. */
export const lettersAndSpaces = /^[\p{L}\p{M}\s]*$/u
