import { type Query, queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { BodyOf, ListEndpoint } from './endpoints.ts'
import { pauseAfter, problemOf } from './problem.ts'

/** Reading, through TanStack Query. What a student sends goes through the outbox instead. */

/** How long after its error a question is asked again by itself (docs/contract.md). Milliseconds. */
export const askAgain = ({ state }: Pick<Query, 'state'>): number | false =>
  (state.status === 'error' && pauseAfter(problemOf(state.error), state.errorUpdateCount)) || false

export const listQuery = (list: ListEndpoint) =>
  queryOptions({ queryKey: ['list', list], queryFn: ({ signal }) => ask(list, {}, { signal }), staleTime: 3_600_000 })

export const currentBacQuery = queryOptions({
  queryKey: ['currentBac'],
  queryFn: ({ signal }) => ask('currentBac', {}, { signal }),
  staleTime: 3_600_000,
})

export const newestBacQuery = queryOptions({
  queryKey: ['newestBac'],
  queryFn: ({ signal }) => ask('newestBac', {}, { signal }),
  staleTime: 3_600_000,
})

/** Each change asks anew: the older question is cancelled, and no answer is taken for another's (section 4). */
export const lookupQuery = (request: BodyOf<'lookup'>) =>
  queryOptions({
    queryKey: ['lookup', request],
    queryFn: ({ signal }) => ask('lookup', request, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
