import { QueryClient } from '@tanstack/react-query'
import { problemOf } from '../core/api/problem.ts'
import { askAgain } from '../core/api/use-queries.ts'

/** Milliseconds for which an error is kept from the student, in case it was only a lost packet. */
const retryDelay = 1000

/** Once, where a single lost packet or an ended worker may be the cause. Nobody waits for a second time-out. */
function mayRetry(failures: number, error: unknown): boolean {
  const problem = problemOf(error)
  if (!problem || failures > 0) return false
  if (problem.kind === 'http') return problem.code >= 500 && problem.retryAfter === undefined
  return problem.kind !== 'timeout' && problem.kind !== 'cancelled'
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Query believes itself online until told otherwise: what calls really do decides (docs/platform.md, "Sending").
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
