import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { BodyOf, ListEndpoint } from './endpoints.ts'

/** Reading, through TanStack Query. What a student sends goes through the outbox instead. */

export const listQuery = (list: ListEndpoint) =>
  queryOptions({ queryKey: ['list', list], queryFn: ({ signal }) => call(list, {}, { signal }), staleTime: 3_600_000 })

export const currentBacQuery = queryOptions({
  queryKey: ['currentBac'],
  queryFn: ({ signal }) => call('currentBac', {}, { signal }),
  staleTime: 3_600_000,
})

export const newestBacQuery = queryOptions({
  queryKey: ['newestBac'],
  queryFn: ({ signal }) => call('newestBac', {}, { signal }),
  staleTime: 3_600_000,
})

/** Asked anew at each change: an older question is cancelled, and its answer has its own key (section 4). */
export const lookupQuery = (request: BodyOf<'lookup'>) =>
  queryOptions({
    queryKey: ['lookup', request],
    queryFn: ({ signal }) => call('lookup', request, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
