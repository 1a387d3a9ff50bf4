import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { urlOf } from '../core/api/call.ts'
import { listEndpoints } from '../core/api/endpoints.ts'
import { currentBacQuery, listQuery, newestBacQuery } from '../core/api/use-queries.ts'
import { beginAsDrawn } from '../features/enrolment/as-drawn.ts'
import { chronoQuery } from '../features/home/chrono-query.ts'
import type { Answers } from './take-over.page.ts'

/**
 * Gives React the answers that its page has had before it: what it draws first is then what stands
 * there. A query that has its first answer already may be asked again.
 */
export function know(client: QueryClient, learned: Answers): void {
  const { dates, areOld, currentBac, newestBac, lists = {}, isEmptyForm } = learned
  const answered = <T, K extends readonly unknown[]>(
    query: FetchQueryOptions<T, Error, T, K>,
    answer: T | undefined,
    updatedAt = Date.now(),
  ) => {
    if (!answer) return
    const asked = client.getQueryCache().build<T, Error, T, K>(client, query)
    asked.setData(answer, { updatedAt, manual: true })
  }
  answered(chronoQuery, dates)
  answered(currentBacQuery, currentBac)
  answered(newestBacQuery, newestBac)
  // What a form has read of the worker's lists past it is asked for all the same: so it stays new.
  for (const list of listEndpoints)
    answered(listQuery(list), lists[urlOf(list)], isEmptyForm ? 0 : undefined)
  if (areOld) void client.invalidateQueries({ queryKey: chronoQuery.queryKey })
  if (isEmptyForm) beginAsDrawn(client, Date.now())
}
