import { type Query, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from './call.ts'
import type { BodyOf, ListEndpoint } from './endpoints.ts'
import { type Problem, pauseAfter, problemOf } from './problem.ts'

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

/** What keeps a question from its answer. */
export interface Trouble {
  /** Undefined: a fault of ours. */
  problem: Problem | undefined
  /** When it is asked again by itself, in milliseconds; undefined where no clock decides. */
  at: number | undefined
}

interface Asked {
  data: unknown
  error: unknown
  errorUpdatedAt: number
  errorUpdateCount: number
}

/** Query forgets an error as soon as it asks again; the student goes on reading it until there is an answer. */
export function useTrouble(query: Asked | undefined): Trouble | undefined {
  const [last, setLast] = useState<unknown>()
  const error = query?.error ?? undefined
  if (error && error !== last) setLast(error)
  if (!query?.errorUpdateCount || (query.data && !error)) return undefined
  const shown = error ?? last
  const problem = problemOf(shown)
  const pause = pauseAfter(problem, query.errorUpdateCount)
  return shown ? { problem, at: pause && query.errorUpdatedAt + pause } : undefined
}
