import { QueryClient } from '@tanstack/react-query'
import { problemOf } from '../provider/problem.ts'

const retries = 2

/** A call that the network or a busy server has lost may be asked again; a clear answer may not. */
function mayRetry(failures: number, error: unknown): boolean {
  const problem = problemOf(error)
  if (!problem || failures >= retries || problem.kind === 'cancelled') return false
  return problem.kind !== 'http' || problem.code >= 500 || problem.code === 429
}

/** In milliseconds; what the provider asks for is obeyed. */
function retryDelay(failures: number, error: unknown): number {
  const problem = problemOf(error)
  const asked = problem?.kind === 'http' ? problem.retryAfter : undefined
  return asked === undefined ? 1000 * 2 ** failures : asked * 1000
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Query believes itself online until told otherwise, so what calls really do decides (platform notes, 9).
      queries: { networkMode: 'always', retry: mayRetry, retryDelay, refetchOnReconnect: true },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
