import type { Reading, Row } from './row.ts'

/** Of what a package gives, the names that nobody takes. */
const untaken = (from: string, names: readonly string[]): Row => ({
  why: `nobody imports it from '${from}'.`,
  unless: new RegExp(`import[^'"]*\\b(?:${names.join('|')})\\b[^'"]*from '${from}'`),
  unasked: names,
})

export const react: Reading = {
  file: 'react/cjs/react.production.js',
  version: '19.3.1',
  rows: [
    untaken('react', [
      ...[
        'Activity',
        'Children',
        'Profiler',
        'PureComponent',
        'ViewTransition',
        '__COMPILER_RUNTIME',
        'addTransitionType',
      ],
      ...['cache', 'cacheSignal', 'cloneElement', 'createRef', 'isValidElement', 'unstable_useCacheRefresh'],
      ...['useActionState', 'useDeferredValue', 'useEffectEvent', 'useImperativeHandle', 'useInsertionEffect'],
      ...['useOptimistic', 'useTransition'],
    ]),
  ],
}

/** What it shares with the file that draws stays. */
export const reactDomShared: Reading = {
  file: 'react-dom/cjs/react-dom.production.js',
  version: '19.3.1',
  rows: [
    untaken('react-dom', [
      ...['browser', 'createPortal', 'flushSync', 'preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload'],
      ...['preloadModule', 'requestFormReset', 'unstable_batchedUpdates', 'useFormState', 'useFormStatus'],
    ]),
  ],
}
