import { useQuery } from '@tanstack/react-query'
import type { ListEndpoint } from './endpoints.ts'
import type { Choice } from './schemas.ts'
import { listQuery, type Trouble, useTrouble } from './use-queries.ts'

/**
 * Without the status page's list, which that page loads itself and replaces by fixed choices
 * (docs/contract.md).
 */
type FormList = Exclude<ListEndpoint, 'statusYears'>

export interface Lists<L extends FormList> {
  of(list: L): { options: readonly Choice[] | undefined; loading: boolean }
  /**
   * Why a list that a select needs is missing (section 8). A loaded list stays shown even if its
   * refresh fails.
   */
  trouble: Trouble | undefined
  retry(): void
}

/** Loads the reference lists of a form, all at the same time. */
export function useLists<L extends FormList>(lists: readonly L[]): Lists<L> {
  const wanted: readonly FormList[] = lists
  const ask = (list: FormList) => ({ ...listQuery(list), enabled: wanted.includes(list) })
  // One hook for each list, since hooks need a fixed order; `useQueries` would add 3 kB to the
  // download.
  const queries = {
    series: useQuery(ask('series')),
    academies: useQuery(ask('academies')),
    bacYears: useQuery(ask('bacYears')),
    identityDocuments: useQuery(ask('identityDocuments')),
  }
  const missing = wanted
    .map(list => queries[list])
    .filter(query => query.errorUpdateCount > 0 && !query.data)
  return {
    of(list) {
      const { data, isPending, isFetching } = queries[list]
      return { options: data, loading: isPending && isFetching }
    },
    trouble: useTrouble(missing[0]),
    retry() {
      for (const query of missing) query.refetch()
    },
  }
}
