import { useQuery } from '@tanstack/react-query'
import type { ListEndpoint } from './endpoints.ts'
import type { Choice } from './schemas.ts'
import { listQuery, type Trouble, useTrouble } from './use-queries.ts'

/** The status page asks for its own: three choices stand in for them (docs/contract.md). */
type FormList = Exclude<ListEndpoint, 'statusYears'>

export interface Lists<L extends FormList> {
  of(list: L): { options: readonly Choice[] | undefined; loading: boolean }
  /** Why a list that a select needs is not there (section 8). A list that is there is shown, refreshed or not. */
  trouble: Trouble | undefined
  retry(): void
}

/** The reference lists of a form, asked for at once. */
export function useLists<L extends FormList>(lists: readonly L[]): Lists<L> {
  const wanted: readonly FormList[] = lists
  const ask = (list: FormList) => ({ ...listQuery(list), enabled: wanted.includes(list) })
  // One by one: hooks stand in a fixed order, and `useQueries` would be 3 kB more to download.
  const queries = {
    series: useQuery(ask('series')),
    academies: useQuery(ask('academies')),
    bacYears: useQuery(ask('bacYears')),
    identityDocuments: useQuery(ask('identityDocuments')),
  }
  const missing = wanted.map(list => queries[list]).filter(query => query.errorUpdateCount > 0 && !query.data)
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
