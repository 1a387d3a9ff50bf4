import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../core/api/call.ts'
import type { FileReply } from '../../core/api/schemas.ts'
import { freshOrKept } from '../../outbox/ui/fresh-or-kept.ts'
import { type DocumentType, documents, documentTypes, validatedFlag } from '../../spec/documents.ts'
import type { Identifier } from './update.rule.ts'

/** Section 2: an upload appears for each document whose verification flag is not 2. */
export function documentsToCorrect(file: FileReply): DocumentType[] {
  return documentTypes.filter(document => isAskedFor(file[documents[document].flag], documents[document]))
}

/** Of those, what the office has an opinion of: it is being checked or was refused, and the flag does not say which. */
export function documentsFiled(file: FileReply): DocumentType[] {
  return documentsToCorrect(file).filter(document => file[documents[document].flag] !== '')
}

/** Which row is opened: what never arrived, else what a 0 beside other flags seems to refuse. Only a guess, so no word says it. */
export function firstToCorrect(file: FileReply): DocumentType | undefined {
  const asked = documentsToCorrect(file)
  return (
    asked.find(document => !file[documents[document].flag]) ??
    asked.find(document => file[documents[document].flag] === '0')
  )
}

/** A flag that is missing, null or unreadable is read as an empty one (core/api/schemas.ts). */
export function isAskedFor(flag: string, { asksWithoutFlag }: { asksWithoutFlag: boolean }): boolean {
  return flag ? flag !== validatedFlag : asksWithoutFlag
}

/** What a status says when there is no file: nobody is known, or the question was none (section 2: both in red). */
const noFile = [-1, 3]

/**
 * An answer that names a matricule, or was asked by one, is about a file, also when none of its documents ever arrived
 * (docs/contract.md). One that was asked by a matricule and says only that there is no file is about none.
 */
export function isFile(file: FileReply, byMatricule: boolean): boolean {
  if (file.matricule || documentTypes.some(document => file[documents[document].flag])) return true
  return byMatricule && !noFile.includes(file.status)
}

/** What the provider says of a file; without a network, what it said last. */
export const fileQuery = (identifier: Identifier | undefined) =>
  queryOptions({
    queryKey: ['file', identifier],
    queryFn: ({ signal }) => freshOrKept(`file/${JSON.stringify(identifier)}`, () => fileOf(identifier, signal)),
    enabled: identifier !== undefined,
    gcTime: 0,
    // A flag that changes under an open camera would take the row away.
    refetchOnWindowFocus: false,
  })

function fileOf(identifier: Identifier | undefined, signal: AbortSignal): Promise<FileReply> {
  if (!identifier) throw new Error('Asked for no file')
  return 'phone' in identifier
    ? ask('fileByPhone', identifier, { signal })
    : ask('fileByMatricule', identifier, { signal })
}
