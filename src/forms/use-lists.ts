import { useQueries } from '@tanstack/react-query'
import type { ListEndpoint } from '../provider/endpoints.ts'
import { listQuery } from '../provider/queries.ts'
import type { Choice } from '../provider/schemas.ts'
import { errorText } from '../provider/text.ts'

export interface Lists<L extends ListEndpoint> {
  of(list: L): { options: readonly Choice[] | undefined; loading: boolean }
  /** Why a list that a select needs is not there (section 8). A list that is there is shown, refreshed or not. */
  trouble: string | undefined
  retry(): void
}

/** The reference lists of a form, asked for at once. */
export function useLists<L extends ListEndpoint>(lists: readonly L[]): Lists<L> {
  const queries = useQueries({ queries: lists.map(listQuery) })
  const failed = queries.find(query => query.error && !query.data)
  return {
    of(list) {
      const query = queries[lists.indexOf(list)]
      return { options: query?.data, loading: query?.isPending === true && query.isFetching }
    },
    trouble: failed ? errorText(failed.error) : undefined,
    retry() {
      for (const query of queries) if (query.error) query.refetch()
    },
  }
}
