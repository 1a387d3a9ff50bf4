import { QueryClient } from '@tanstack/react-query'
import { problemOf } from '../core/api/problem.ts'
import { askAgain } from '../core/api/use-queries.ts'

/**
 * Milliseconds before the one retry: the student does not see the error, in case only a packet was
 * lost.
 */
const retryDelay = 1000

/**
 * Retries once, if a lost packet or an ended worker may be the cause; a second time-out would take
 * too long.
 */
function mayRetry(failures: number, error: unknown): boolean {
  const problem = problemOf(error)
  if (!problem || failures > 0) return false
  if (problem.kind === 'http') return problem.code >= 500 && problem.retryAfter === undefined
  return problem.kind !== 'timeout' && problem.kind !== 'cancelled'
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // TanStack Query's own idea of being online is not used: real calls decide (docs/platform.md,
      // "Sending").
      queries: {
        networkMode: 'always',
        retry: mayRetry,
        retryDelay,
        refetchInterval: askAgain,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
