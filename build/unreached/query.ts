import type { Reading } from './row.ts'

const core = '@tanstack/query-core/build/modern'
const hooks = '@tanstack/react-query/build/modern'

/** What would be given to Query without effect. */
const otherQueries =
  /\b(?:initialData\w*|persister|placeholderData|refetchIntervalInBackground|retryOnMount|refetchOnMount|suspense|structuralSharing|queryKeyHashFn|mutationKey|onMutate|subscribed|notifyOnChangeProps|revalidateIfStale)\b|\b(?:meta|scope|behavior): \{/

/** Of Query's own options, those that are not given. */
const unsetIn = (file: string, ...unset: string[]): Reading => ({
  file,
  version: '5.108.0',
  rows: [{ why: 'the portal asks for no more than an answer, and keeps none by itself.', unless: otherQueries, unset }],
})

/** What the provider has answered. */
export const query: readonly Reading[] = [
  {
    file: `${core}/infiniteQueryBehavior.js`,
    version: '5.108.0',
    rows: [{ why: 'no answer comes in pages.', unless: /\buseInfiniteQuery\b/, never: ['infiniteQueryBehavior'] }],
  },
  {
    file: `${core}/queryClient.js`,
    version: '5.108.0',
    rows: [
      {
        why: 'the portal asks its client for less.',
        unless:
          /\.(?:isMutating|ensureQueryData|getQueriesData|setQueryData|setQueriesData|resetQueries|cancelQueries|setQueryDefaults|setMutationDefaults)\b/,
        unasked: [
          ...['isMutating', 'ensureQueryData', 'getQueriesData', 'setQueryData', 'setQueriesData', 'resetQueries'],
          ...['cancelQueries', 'setQueryDefaults', 'setMutationDefaults'],
        ],
      },
      {
        why: 'queries are asked for by the portal as they are.',
        unless: otherQueries,
        unset: ['revalidateIfStale', 'persister', 'suspense'],
      },
    ],
  },
  unsetIn(
    `${core}/query.js`,
    ...['meta', '_type', 'updatedAt', 'manual', 'persister', 'pages', 'behavior', 'initialPromise', 'initialData'],
    'initialDataUpdatedAt',
  ),
  unsetIn(
    `${core}/queryObserver.js`,
    ...['refetchIntervalInBackground', 'placeholderData', 'retryOnMount', 'refetchOnMount'],
    'suspense',
  ),
  unsetIn(`${core}/utils.js`, 'structuralSharing', 'queryKeyHashFn', 'initialPromise'),
  unsetIn(`${core}/mutation.js`, 'meta', 'mutationKey', 'onMutate'),
  unsetIn(`${core}/mutationObserver.js`, 'meta', 'mutationKey'),
  unsetIn(`${core}/mutationCache.js`, 'scope'),
  unsetIn(`${hooks}/useBaseQuery.js`, 'subscribed', 'suspense', 'notifyOnChangeProps'),
  unsetIn(`${hooks}/errorBoundaryUtils.js`, 'suspense'),
]
