import type { QueryClient } from '@tanstack/react-query'

/** Query keys without personal data, or that no lock outlives (core/db/use-stored.ts). */
const impersonal = ['list', 'currentBac', 'newestBac', 'chrono', 'stored']

/** All other replies are dropped on lock. */
export function forgetReplies(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => !impersonal.includes(String(queryKey[0])) })
  client.getMutationCache().clear()
}
