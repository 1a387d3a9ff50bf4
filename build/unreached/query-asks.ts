import { once } from './cut.ts'
import { caches, core, otherQueries, unobserved, version, why } from './query.ts'
import type { Source } from './row.ts'

const none = 'nobody asks the client for it.'

/** TanStack Query's requests: the client, a query, a mutation, and what observes them. */
export const queryAsks: readonly Source[] = [
  {
    file: `${core}/queryClient.js`,
    version,
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
        why: none,
        unless: caches,
        unasked: [
          ...['isFetching', 'query', 'infiniteQuery', 'fetchInfiniteQuery', 'prefetchInfiniteQuery', 'clear'],
          ...['ensureInfiniteQueryData', 'getDefaultOptions', 'setDefaultOptions', 'getMutationDefaults'],
        ],
      },
      {
        why: 'queries are asked for by the portal as they are.',
        unless: otherQueries,
        unset: ['revalidateIfStale', 'persister', 'suspense', 'mutationKey'],
      },
      {
        why: 'no key has options of its own.',
        unless: caches,
        cuts: [
          once('...this.getQueryDefaults(options.queryKey),'),
          { from: 'getQueryDefaults(queryKey) {', to: 'return result;\n\t}', instead: '' },
          once('this.#queryDefaults = /* @__PURE__ */ new Map();'),
          once('this.#mutationDefaults = /* @__PURE__ */ new Map();'),
          once('\n\t#queryDefaults;'),
          once('\n\t#mutationDefaults;'),
        ],
      },
      {
        why: 'an error is shown where it was asked, every question is one, and is asked again as soon as it is old.',
        unless: otherQueries,
        cuts: [
          {
            from: 'if (defaultedOptions.throwOnError === void 0)',
            to: '!!defaultedOptions.suspense;',
            instead: '',
          },
          once('if (defaultedOptions.queryFn === skipToken) defaultedOptions.enabled = false;'),
          once('if (!fetchOptions.throwOnError || isPaused) promise = ', 'promise = '),
          once('if (filters?.refetchType === "none") return Promise.resolve();'),
          once('filters?.refetchType ?? '),
          once(' && !query.isStatic()'),
        ],
      },
    ],
  },
  {
    file: `${core}/query.js`,
    version,
    rows: [
      {
        why,
        unless: otherQueries,
        unset: [
          ...['meta', '_type', 'updatedAt', 'manual', 'persister', 'pages', 'behavior', 'initialPromise'],
          ...['initialData', 'initialDataUpdatedAt'],
        ],
      },
      { why: none, unless: caches, unasked: ['queryType', 'reset', 'resetState', 'isStale'] },
      unobserved('this.#cache'),
      {
        why: 'nobody gives the client a cache of their own, and no key has options of its own.',
        unless: caches,
        cuts: [
          once('this.#cache.config.onSuccess?.(data, this);'),
          once('this.#cache.config.onSettled?.(data, this.state.error, this);'),
          once('this.#cache.config.onError?.(error, this);'),
          once('this.#cache.config.onSettled?.(this.state.data, error, this);'),
          once('...this.#defaultOptions,'),
          once('this.#defaultOptions = config.defaultOptions;'),
          once('\n\t#defaultOptions;'),
        ],
      },
      {
        why: 'nothing is known before it was asked, and no answer comes in pages.',
        unless: otherQueries,
        cuts: [
          { from: 'if (this.state && this.state.data === void 0) {', to: '\n\t\t}\n', instead: '' },
          {
            from: 'const createFetchContext = () => {',
            to: 'this.options.behavior)?.onFetch(context, this);',
            instead: 'const context = { fetchOptions, options: this.options, fetchFn };',
          },
          { from: '[fetchSignal]: {', to: '},', instead: '' },
          once('if (options?._type) this.#queryType = options._type;'),
          once('\n\t#queryType;'),
          once('initialPromise: fetchOptions?.initialPromise,'),
        ],
      },
      {
        why: 'every question is one, and may become old.',
        unless: otherQueries,
        cuts: [
          once('this.options.queryFn === skipToken || '),
          { from: 'isStatic() {', to: '\n\t}\n', instead: '' },
          once('if (staleTime === "static") return false;'),
        ],
      },
    ],
  },
  {
    file: `${core}/mutation.js`,
    version,
    rows: [
      { why, unless: otherQueries, unset: ['meta', 'mutationKey', 'onMutate'] },
      unobserved('this.#mutationCache'),
      {
        why: 'no call waits for another one.',
        unless: otherQueries,
        cuts: [once('this.#mutationCache.canRun(this)', 'true'), once('this.#mutationCache.runNext(this);')],
      },
      {
        why: 'nobody gives the client a cache of their own.',
        unless: caches,
        cuts: [
          {
            from: 'if (this.#mutationCache.config.onMutate)',
            to: 'config.onMutate(variables, this, mutationFnContext);',
            instead: '',
          },
          { from: 'await this.#mutationCache.config.onSuccess', to: 'mutationFnContext);', instead: '' },
          { from: 'await this.#mutationCache.config.onSettled?.(data', to: 'mutationFnContext);', instead: '' },
          {
            from: 'try {\n\t\t\t\tawait this.#mutationCache.config.onError',
            to: 'catch (e) {',
            instead: 'try {} catch (e) {',
          },
          {
            from: 'try {\n\t\t\t\tawait this.#mutationCache.config.onSettled',
            to: 'catch (e) {',
            instead: 'try {} catch (e) {',
          },
        ],
      },
    ],
  },
]
