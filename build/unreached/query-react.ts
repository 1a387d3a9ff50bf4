import { once } from './cut.ts'
import { otherQueries, version } from './query.ts'
import type { Source } from './row.ts'

const hooks = '@tanstack/react-query/build/modern'
const noBoundary = 'an error is shown where it was asked, nothing is waited for in drawing, and no answer is restored.'
const boundaries =
  /\b(?:throwOnError|suspense|useSuspense\w+|subscribed|QueryErrorResetBoundary|IsRestoring\w*|PersistQuery\w+)\b/

/** The hooks by which a screen gets an answer. */
export const queryReact: readonly Source[] = [
  {
    file: `${hooks}/useBaseQuery.js`,
    version,
    rows: [
      {
        why: 'the portal asks for no more than an answer, and keeps none by itself.',
        unless: otherQueries,
        unset: ['subscribed', 'suspense', 'notifyOnChangeProps'],
      },
      {
        why: noBoundary,
        unless: boundaries,
        cuts: [
          { from: 'const isRestoring = useIsRestoring();', to: 'useQueryErrorResetBoundary();', instead: '' },
          once('const query = client.getQueryCache().get(defaultedOptions.queryHash);'),
          {
            from: 'const subscribed = options.subscribed',
            to: 'useClearResetErrorBoundary(errorResetBoundary);',
            instead: 'defaultedOptions._optimisticResults = "optimistic";',
          },
          once('const shouldSubscribe = !isRestoring && subscribed;'),
          once('shouldSubscribe ? observer.subscribe', 'observer.subscribe'),
          once(' : noop;', ';'),
          once('[observer, shouldSubscribe]', '[observer]'),
          { from: 'if (shouldSuspend(', to: 'throw result.error;', instead: '' },
        ],
      },
    ],
  },
  {
    file: `${hooks}/useMutation.js`,
    version,
    rows: [
      {
        why: noBoundary,
        unless: boundaries,
        unset: ['throwOnError'],
        cuts: [{ from: 'if (result.error && shouldThrowError(', to: 'throw result.error;', instead: '' }],
      },
    ],
  },
  {
    file: `${hooks}/suspense.js`,
    version,
    rows: [{ why: noBoundary, unless: boundaries, unset: ['suspense'] }],
  },
  {
    file: `${hooks}/errorBoundaryUtils.js`,
    version,
    rows: [{ why: noBoundary, unless: boundaries, unset: ['suspense'] }],
  },
  {
    file: `${hooks}/IsRestoringProvider.js`,
    version,
    rows: [
      {
        why: noBoundary,
        unless: boundaries,
        cuts: [once('React.createContext(false)', '{}')],
      },
    ],
  },
  {
    file: `${hooks}/QueryErrorResetBoundary.js`,
    version,
    rows: [
      {
        why: noBoundary,
        unless: boundaries,
        cuts: [once('React.createContext(createValue())', '{}')],
      },
    ],
  },
]
