import { queryOptions } from '@tanstack/react-query'
import { call } from '../provider/call.ts'
import { isUnreachable, problemOf } from '../provider/problem.ts'
import type { FileReply } from '../provider/schemas.ts'
import type { Identifier } from '../rules/identifier.ts'
import { answerTo, keepAnswer } from '../storage/kept.ts'

/** What the provider says of a file; without a network, what it said last. */
export const fileQuery = (identifier: Identifier | undefined) =>
  queryOptions({
    queryKey: ['file', identifier],
    queryFn: async ({ signal }): Promise<{ file: FileReply; keptAt?: number }> => {
      const name = `file/${JSON.stringify(identifier)}`
      try {
        const file = await ask(identifier, signal)
        await keepAnswer(name, file, Date.now()).catch(reportError)
        return { file }
      } catch (error) {
        const problem = problemOf(error)
        const kept = problem && isUnreachable(problem) ? await answerTo<FileReply>(name) : undefined
        if (!kept) throw error
        return { file: kept.reply, keptAt: kept.at }
      }
    },
    enabled: identifier !== undefined,
    gcTime: 0,
    // A flag that changes under an open camera would take the row away.
    refetchOnWindowFocus: false,
  })

function ask(identifier: Identifier | undefined, signal: AbortSignal): Promise<FileReply> {
  if (!identifier) throw new Error('Asked for no file')
  return 'phone' in identifier
    ? call('fileByPhone', identifier, { signal })
    : call('fileByMatricule', identifier, { signal })
}
