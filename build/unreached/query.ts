import { once } from './cut.ts'
import type { Source } from './row.ts'

export const core = '@tanstack/query-core/build/modern'
export const version = '5.108.0'

/** Options of Query that would be set in vain: their code is removed. */
export const otherQueries =
  /\b(?:initialData\w*|persister|placeholderData|refetchIntervalInBackground|retryOnMount|refetchOnMount|suspense|structuralSharing|queryKeyHashFn|mutationKey|onMutate|subscribed|notifyOnChangeProps|revalidateIfStale|throwOnError|skipToken|refetchType)\b|\b(?:meta|scope|behavior): \{|\bstaleTime: 'static'/

/** Reads of a cache, or a cache passed to the client. */
export const caches =
  /\b(?:QueryCache|MutationCache|useIsFetching|useIsMutating|useMutationState)\b|\bget(?:Query|Mutation)Cache\(\)(?!\.clear\(\))|\bclient\.(?:isFetching|clear|query|infiniteQuery|\w*InfiniteQuery\w*|\w+Defaults|\w+DefaultOptions)\b/

/** Replacements for Query's managers of waiting, rendering, network state and visibility. */
const managers = /\b(?:focusManager|onlineManager|notifyManager|timeoutManager|environmentManager)\b/

export const why = 'the portal asks for no more than an answer, and keeps none by itself.'

/** Removes Query's own options that the portal never sets. */
const unsetIn = (file: string, ...unset: string[]): Source => ({
  file,
  version,
  rows: [{ why, unless: otherQueries, unset }],
})

/** Notifications to listeners of a cache. */
const unheard = {
  why: 'nobody listens to a cache.',
  unless: caches,
  cuts: [{ from: 'notify(event) {', to: '\n\t}\n', instead: '' }],
}

/** The answers of the provider. */
export const query: readonly Source[] = [
  {
    file: `${core}/infiniteQueryBehavior.js`,
    version,
    rows: [{ why: 'no answer comes in pages.', unless: /\buseInfiniteQuery\b/, never: ['infiniteQueryBehavior'] }],
  },
  unsetIn(`${core}/utils.js`, 'structuralSharing', 'queryKeyHashFn', 'initialPromise'),
  {
    file: `${core}/timeoutManager.js`,
    version,
    rows: [{ why: 'time is what the browser measures.', unless: managers, unasked: ['setTimeoutProvider'] }],
  },
  {
    file: `${core}/environmentManager.js`,
    version,
    rows: [
      {
        why: 'what draws ahead has the whole package: this is a browser.',
        unless: managers,
        cuts: [once('isServer = () => isServerFn()', 'isServer = () => false')],
      },
    ],
  },
  {
    file: `${core}/notifyManager.js`,
    version,
    rows: [
      {
        why: 'observers are notified of answers as they come.',
        unless: managers,
        unasked: ['setNotifyFunction', 'setBatchNotifyFunction', 'setScheduler'],
      },
    ],
  },
  {
    file: `${core}/focusManager.js`,
    version,
    rows: [
      {
        why: 'whether somebody looks, the browser says, and nobody else.',
        unless: managers,
        cuts: [
          { from: 'setup((focused) => {', to: '\t\t});', instead: 'setup(() => this.onFocus());' },
          { from: 'setFocused(focused) {', to: '\n\t}\n', instead: '' },
          once('if (typeof this.#focused === "boolean") return this.#focused;'),
          once('\n\t#focused;'),
        ],
      },
    ],
  },
  {
    file: `${core}/retryer.js`,
    version,
    rows: [
      {
        why: 'the portal passes on no promise that runs already.',
        unless: /\binitialPromise\b/,
        cuts: [{ from: 'const initialPromise', to: 'initialPromise ??', instead: 'try {\n\t\t\tpromiseOrValue =' }],
      },
    ],
  },
  {
    file: `${core}/mutationCache.js`,
    version,
    rows: [
      { why, unless: otherQueries, unset: ['scope'] },
      {
        why: 'no call waits for another one.',
        unless: otherQueries,
        cuts: [
          {
            from: 'const scope = scopeFor(mutation);\n\t\tif (typeof scope === "string") {\n\t\t\tconst scopedMutations = this.#scopes.get(scope);\n\t\t\tif (scopedMutations) scopedMutations.push',
            to: '[mutation]);\n\t\t}',
            instead: '',
          },
          {
            from: 'if (this.#mutations.delete(mutation)) {',
            to: '\n\t\t}\n',
            instead: 'this.#mutations.delete(mutation);',
          },
          { from: 'canRun(mutation) {', to: 'else return Promise.resolve();\n\t}', instead: '' },
          once('this.#scopes.clear();'),
          once('this.#scopes = /* @__PURE__ */ new Map();'),
          once('\n\t#scopes;'),
        ],
      },
      { why: 'nobody looks into the cache.', unless: caches, unasked: ['find', 'findAll'] },
      unobserved('this'),
      unheard,
    ],
  },
  {
    file: `${core}/queryCache.js`,
    version,
    rows: [
      { why: 'nobody looks into the cache, or empties it.', unless: caches, unasked: ['find', 'clear'] },
      {
        why: 'no key has options of its own.',
        unless: caches,
        cuts: [once('state,\n\t\t\t\tdefaultOptions: client.getQueryDefaults(queryKey)', 'state')],
      },
      unobserved('this'),
      unheard,
    ],
  },
]

/** Removes calls of a cache's `notify`. */
export function unobserved(cache: string) {
  return {
    why: 'nobody listens to a cache: who asks hears of its own question.',
    unless: caches,
    everywhere: [
      { text: new RegExp(`\\b${cache.replaceAll(/[.#()]/g, '\\$&')}\\.notify\\(\\{[^{}]*\\}\\);`, 'g'), instead: '' },
    ],
  }
}
