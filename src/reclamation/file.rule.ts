import type { FileReply } from '../provider/schemas.ts'
import { type DocumentType, documentFlags, documentTypes, validatedFlag } from '../rules/documents.ts'
import { type Identifier, identifierOf } from '../rules/identifier.ts'
import { digits, uppercaseAndDigits } from '../rules/patterns.ts'

/** Section 2: an upload appears for each document whose verification flag is not 2. */
export function documentsToCorrect(file: FileReply): DocumentType[] {
  return documentTypes.filter(document => file[documentFlags[document]] !== validatedFlag)
}

/** An answer without a single flag is about no file: there is nothing to correct, only a message to show. */
export function isFile(file: FileReply): boolean {
  return documentTypes.some(document => file[documentFlags[document]] !== '')
}

/** What somebody typed into the address bar is not sent to the provider unless it can be what the route takes. */
export function readParameter(parameter: string): Identifier | undefined {
  const identifier = identifierOf(parameter)
  if ('phone' in identifier) return digits.test(identifier.phone) ? identifier : undefined
  return parameter.length > 0 && parameter.length <= 20 && uppercaseAndDigits.test(parameter) ? identifier : undefined
}
