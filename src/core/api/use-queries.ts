import { type Query, queryOptions } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { askProvider } from './call.ts'
import { type Connectivity, currentConnectivity, watchConnectivity } from './connectivity.ts'
import type { BodyOf, ListEndpoint } from './endpoints.ts'
import { type Problem, pauseAfter, problemOf } from './problem.ts'

/**
 * What the portal reads goes through TanStack Query; what the student sends goes through the
 * outbox.
 */

/**
 * After how many milliseconds a failed query is retried automatically (docs/contract.md); false: no
 * timer does.
 */
export const askAgain = ({ state }: Pick<Query, 'state'>): number | false =>
  (state.status === 'error' && pauseAfter(problemOf(state.error), state.errorUpdateCount)) || false

export const listQuery = (list: ListEndpoint) =>
  queryOptions({
    queryKey: ['list', list],
    queryFn: ({ signal }) => askProvider(list, {}, { signal }),
    staleTime: 3_600_000,
  })

export const currentBacQuery = queryOptions({
  queryKey: ['currentBac'],
  queryFn: ({ signal }) => askProvider('currentBac', {}, { signal }),
  staleTime: 3_600_000,
})

export const newestBacQuery = queryOptions({
  queryKey: ['newestBac'],
  queryFn: ({ signal }) => askProvider('newestBac', {}, { signal }),
  staleTime: 3_600_000,
})

/**
 * Each change starts a new query and cancels the older one: no answer is shown for another request
 * (section 4).
 */
export const lookupQuery = (request: BodyOf<'lookup'>) =>
  queryOptions({
    queryKey: ['lookup', request],
    queryFn: ({ signal }) => askProvider('lookup', request, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Why a query has no answer. */
export interface Trouble {
  /** Undefined: a bug of the portal. */
  problem: Problem | undefined
  /** When the query is retried automatically, in milliseconds; undefined if no timer does. */
  at: number | undefined
}

interface Asked {
  data: unknown
  error: unknown
  errorUpdatedAt: number
  errorUpdateCount: number
}

/**
 * TanStack Query drops an error as soon as it retries; the student still sees the error until there
 * is an answer.
 */
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

export const useConnectivity = (): Connectivity =>
  useSyncExternalStore(watchConnectivity, currentConnectivity, () => 'unknown')

/** Whether the provider can't be reached just now, be it for a captive portal. */
export function useIsAway(): boolean {
  const connectivity = useConnectivity()
  return connectivity === 'away' || connectivity === 'captive'
}
