import type { FileReply } from '../../core/api/schemas.ts'
import { bareCode, barePhone } from '../../spec/bare.ts'
import { type DocumentType, documents, documentTypes, isAskedFor } from '../../spec/documents.ts'
import { fileStatusOf } from '../../spec/file-status.ts'
import { phoneDigits } from '../../spec/limits.ts'

export type Identifier = { phone: string } | { matricule: string }

/** Section 5: 8 characters, without blanks, are a phone number, any others a matricule. */
export function identifierOf(parameter: string): Identifier | undefined {
  const matricule = bareCode(parameter).toUpperCase()
  // Eleven digits are a matricule, even if they begin like the country.
  const typed = /^\p{Nd}{11}$/u.test(parameter) ? [matricule] : [matricule, barePhone(parameter)]
  const phone = typed.find(({ length }) => length === phoneDigits)
  if (phone) return { phone }
  return matricule ? { matricule } : undefined
}

/** Section 2: an upload appears for each document whose verification flag is not 2. */
export function documentsToCorrect(file: FileReply): DocumentType[] {
  return documentTypes.filter(document =>
    isAskedFor(file[documents[document].flag], documents[document]),
  )
}

/**
 * Those documents that the office has received: being checked or refused, which the flag does not
 * tell apart.
 */
export function documentsFiled(file: FileReply): DocumentType[] {
  return documentsToCorrect(file).filter(document => file[documents[document].flag] !== '')
}

/** The row to open: what never arrived, else flag 0. A guess, so no text says it. */
export function firstToCorrect(file: FileReply): DocumentType | undefined {
  const asked = documentsToCorrect(file)
  return (
    asked.find(document => !file[documents[document].flag]) ??
    asked.find(document => file[documents[document].flag] === '0')
  )
}

/** docs/contract.md: it names a matricule, or was asked by one and its status tells of a file. */
export function isFile(file: FileReply, byMatricule: boolean): boolean {
  if (file.matricule || documentTypes.some(document => file[documents[document].flag])) return true
  return byMatricule && fileStatusOf(file.status).found
}
