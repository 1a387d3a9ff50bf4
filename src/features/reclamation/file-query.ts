import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../core/api/call.ts'
import type { FileReply } from '../../core/api/schemas.ts'
import { askOrRecall } from '../../outbox/ui/fresh-or-kept.ts'
import { type DocumentType, documents, documentTypes, validatedFlag } from '../../spec/documents.ts'
import { fileStatusOf } from '../../spec/file-status.ts'
import type { Identifier } from './update.rule.ts'

/** Section 2: an upload appears for each document whose verification flag is not 2. */
export function documentsToCorrect(file: FileReply): DocumentType[] {
  return documentTypes.filter(document => isAskedFor(file[documents[document].flag], documents[document]))
}

/** Those documents that the office has received: being checked or refused, which the flag does not tell apart. */
export function documentsFiled(file: FileReply): DocumentType[] {
  return documentsToCorrect(file).filter(document => file[documents[document].flag] !== '')
}

/** The row to open: what never arrived, else what flag 0 may mean refused. A guess, so no text says it. */
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

/** docs/contract.md: a reply that names a matricule, or that was asked by one unless its status tells of no file. */
export function isFile(file: FileReply, byMatricule: boolean): boolean {
  if (file.matricule || documentTypes.some(document => file[documents[document].flag])) return true
  return byMatricule && fileStatusOf(file.status).found
}

/** The provider's reply about a file; without a network, its last stored one. */
export const fileQuery = (identifier: Identifier | undefined) =>
  queryOptions({
    queryKey: ['file', identifier],
    queryFn: ({ signal }) => askOrRecall(`file/${JSON.stringify(identifier)}`, () => fileOf(identifier, signal)),
    enabled: identifier !== undefined,
    gcTime: 0,
    // A refetch while the camera is open could change a flag and remove the row.
    refetchOnWindowFocus: false,
  })

function fileOf(identifier: Identifier | undefined, signal: AbortSignal): Promise<FileReply> {
  if (!identifier) throw new Error('Asked for no file')
  return 'phone' in identifier
    ? ask('fileByPhone', identifier, { signal })
    : ask('fileByMatricule', identifier, { signal })
}
