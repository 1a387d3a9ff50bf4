import type { QueryClient } from '@tanstack/react-query'

/** Query keys without personal data; all other replies are dropped on lock. */
const impersonal = ['list', 'currentBac', 'newestBac', 'chrono']

export function forgetReplies(client: QueryClient): void {
  const isPersonal = (key: readonly unknown[]) =>
    !impersonal.includes(String(key[0])) && !(key[0] === 'outbox' && key.length === 1)
  client.removeQueries({ predicate: ({ queryKey }) => isPersonal(queryKey) })
  client.getMutationCache().clear()
}
