import { once } from './cut.ts'
import { caches, core, otherQueries, unobserved, version, why } from './query.ts'
import type { Source } from './row.ts'

/** The observers of an answer, and what they are notified of. */
export const queryObservers: readonly Source[] = [
  {
    file: `${core}/queryObserver.js`,
    version,
    rows: [
      {
        why,
        unless: otherQueries,
        unset: ['refetchIntervalInBackground', 'placeholderData', 'retryOnMount', 'refetchOnMount', 'suspense'],
      },
      {
        why: 'nobody asks who waits for what it waits for.',
        unless: /\b(?:fetchOptimistic|getCurrentQuery)\b/,
        unasked: ['fetchOptimistic', 'getCurrentQuery'],
      },
      unobserved('this.#client.getQueryCache()'),
      {
        why: 'nobody listens to a cache.',
        unless: caches,
        cuts: [{ from: 'if (prevOptions._defaulted', to: 'observer: this\n\t\t});', instead: '' }],
      },
      {
        why: 'nothing stands in for an answer, none is restored, and an error is shown where it was asked.',
        unless: otherQueries,
        cuts: [
          { from: 'let skipSelect = false;', to: '&& !skipSelect', instead: 'if (options.select && data !== void 0' },
          once('if (options._optimisticResults === "isRestoring") newState.fetchStatus = "idle";'),
          once('const prevResultOptions = this.#currentResultOptions;'),
          once('\n\t#currentResultOptions;'),
          { from: 'if (this.#currentResultState.data !== void 0)', to: '= this.#currentQuery;', instead: '' },
          once('\n\t#lastQueryWithDefinedData;'),
          {
            from: 'const { notifyOnChangeProps } = this.options;',
            to: 'for (const key of notifyOnChangePropsValue ?? ',
            instead: 'if (!this.#trackedProps.size) return true;\n\t\t\tfor (const key of ',
          },
          once('onPropTracked?.(key);'),
          once('if (!fetchOptions?.throwOnError) promise = ', 'promise = '),
          once(' && resolveQueryValue(options.staleTime, query) !== "static"'),
        ],
        everywhere: [{ text: /this\.#currentResultOptions = this\.options;/g, instead: '' }],
      },
      {
        why: 'whether a question is asked is said by yes and no, as its type demands.',
        cuts: [{ from: 'if (this.options.enabled !== void 0 && typeof', to: 'returns a boolean");', instead: '' }],
      },
      {
        why: 'of an answer nobody reads what follows from the rest.',
        unless:
          /\b(?:isInitialLoading|isLoadingError|isRefetchError|isRefetching|isLoading|isPaused|isFetchedAfterMount|isPlaceholderData|isEnabled|isSuccess)\b/,
        cuts: [
          once('isSuccess: status === "success",'),
          once('isInitialLoading: isLoading,\n\t\t\tisLoading,'),
          once('const isLoading = isPending && isFetching;'),
          { from: 'isFetchedAfterMount: ', to: 'queryInitialState.errorUpdateCount,', instead: '' },
          {
            from: 'isRefetching: isFetching && !isPending,',
            to: 'isRefetchError: isError && hasData,',
            instead: '',
          },
          once('const hasData = data !== void 0;'),
          { from: 'const queryInitialState = ', to: 'this.#currentQueryInitialState;', instead: '' },
          once('this.#currentQueryInitialState = query.state;'),
          once('\n\t#currentQueryInitialState = void 0;'),
          once('let isPlaceholderData = false;'),
          once('status = "error";\n\t\t\tisPlaceholderData = false;', 'status = "error";'),
          { from: ',\n\t\t\tisEnabled: ', to: '!== false', instead: '' },
        ],
      },
    ],
  },
  {
    file: `${core}/mutationObserver.js`,
    version,
    rows: [
      { why, unless: otherQueries, unset: ['meta', 'mutationKey'] },
      {
        why: 'nobody listens to a cache.',
        unless: caches,
        cuts: [{ from: 'if (!shallowEqualObjects(', to: 'observer: this\n\t\t});', instead: '' }],
      },
    ],
  },
]
