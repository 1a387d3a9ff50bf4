import { queryOptions } from '@tanstack/react-query'
import { askProvider } from '../../core/api/call.ts'
import type { FileReply } from '../../core/api/schemas.ts'
import { askOrRecall } from '../../outbox/ui/fresh-or-kept.ts'
import type { Identifier } from './file.rule.ts'

/** The provider's reply about a file; without a network, its last stored one. */
export const fileQuery = (identifier: Identifier | undefined) =>
  queryOptions({
    queryKey: ['file', identifier],
    queryFn: ({ signal }) =>
      askOrRecall(`file/${JSON.stringify(identifier)}`, () => fileOf(identifier, signal)),
    enabled: identifier !== undefined,
    gcTime: 0,
    // A refetch while the camera is open could change a flag and remove the row.
    refetchOnWindowFocus: false,
  })

function fileOf(identifier: Identifier | undefined, signal: AbortSignal): Promise<FileReply> {
  if (!identifier) throw new Error('Asked for no file')
  return 'phone' in identifier
    ? askProvider('fileByPhone', identifier, { signal })
    : askProvider('fileByMatricule', identifier, { signal })
}
