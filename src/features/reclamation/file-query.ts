import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../core/api/ask.ts'
import type { FileReply } from '../../core/api/schemas.ts'
import { freshOrKept } from '../../outbox/ui/fresh-or-kept.ts'
import type { Identifier } from '../../spec/identifier.ts'

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
