/** docs/contract.md, "Requests": what a student types is judged and sent bare. */

/** Blanks, dots and dashes of any kind, and the invisible marks around a number that was copied from contacts. */
const between = /[\s.\p{Pd}\p{Cf}]/gu

export const bareNumber = (typed: string): string => typed.replace(between, '')

/** The country's number, or only its beginning: who is still typing it has done nothing wrong yet. */
const country = /^(?:\+|00)223|^\+2{0,2}$/

export const barePhone = (typed: string): string => bareNumber(typed).replace(country, '')

/** A matricule or a NINA number. */
export const bareCode = (typed: string): string => bareNumber(typed).toUpperCase()
