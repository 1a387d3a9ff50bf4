import { once } from './cut.ts'
import { core, otherRoutes, version } from './router.ts'
import { found, loaderless } from './router-loaderless.ts'
import type { Source } from './row.ts'

/** How the router prepares a navigation, and the parts of one. */
export const routerLoad: readonly Source[] = [
  {
    file: `${core}/load-client.js`,
    version,
    rows: [
      { why: 'nothing is loaded ahead.', unless: /\bpreload(?:=|:)|\bdefaultPreload\b/, never: ['preloadClientRoute'] },
      {
        why: 'no route has a loader: what a screen needs, it asks of TanStack Query.',
        unless: /\b(?:loader|shouldReload)\s*[:(]/,
        never: ['getLoaderContext', 'cacheLoaderMatch', 'runBackground'],
      },
      {
        why: 'without a loader, nothing is loaded that a later navigation could reuse or has to stop.',
        unless: /\bloader\s*[:(]/,
        less: {
          releaseFlight: '',
          releaseOwnedFlight: '',
          transferMatchResources: '',
          acquireMatchResources: '',
          discardBackground: '',
          loadResource: 'return options[0].signal.aborted ? CANCELED_OUTCOME : [SUCCESS, void 0]',
        },
      },
      {
        why: 'the other options of a router and a route are as their package has them.',
        unless: otherRoutes,
        unset: [
          ...['loader', 'shouldReload', 'staleTime', 'defaultStaleTime', 'gcTime', 'defaultGcTime', 'preload'],
          ...[
            'preloadStaleTime',
            'defaultPreloadStaleTime',
            'preloadGcTime',
            'defaultPreloadGcTime',
            'head',
            'scripts',
          ],
          ...['defaultStaleReloadMode', 'onError', 'additionalContext', 'pendingMs', 'pendingComponent'],
          ...['pendingMinMs', 'notFoundComponent', 'reloadDocument', 'hashScrollIntoView', 'viewTransition'],
        ],
        less: { normalizeError: 'return normalize(cause, true, route.id)' },
      },
      {
        why: 'nothing is loaded ahead, and no earlier page passes on what it has loaded: none is drawn on a server.',
        unless: /\bpreload(?:=|:)|\bdefaultPreload\b|\bRouterClient\b|\bhydrate\(/,
        cuts: [
          once('let index = options[6] ?? 0; index < end', 'let index = 0; index < end'),
          once('const handoff = router._handoff;', 'const handoff = void 0;'),
          once('const hydrationController = rematerialize ? void 0 : handoff?.[0]();'),
          once('if (!rematerialize && !hydrationController) handoff?.[1]();'),
          {
            from: 'const resolvedPrefix = hydrationController ?',
            to: 'else hydrationController?.abort();',
            instead: '',
          },
          once('opts?.sync, resolvedPrefix)', 'opts?.sync)'),
          once('if (resolvedPrefix || !router', 'if (!router'),
          once('if (resolvedPrefix) match._assetEnd = void 0;'),
        ],
        everywhere: [{ text: /!!options\[3\]/g, instead: '!1' }],
      },
      {
        why: 'a screen that comes later is its component, and what is drawn meanwhile is there.',
        unless: /\.lazy\(|\bpendingComponent:/,
        cuts: [
          {
            from: 'let pending = preloadComponent(route, "pendingComponent");',
            to: 'return component ?? pending;',
            instead: 'return component;',
          },
          {
            from: 'const afterLazy = () =>',
            to: 'return promise.then(afterLazy);',
            instead: 'return preloadComponent(route, "component");',
          },
          once(', void 0, onLazyReady)', ')'),
          {
            from: 'await waitFor(outcome ? Promise',
            to: '"notFoundComponent")]), controller.signal);',
            instead: 'await waitFor(outcome || loadRouteChunk(route), controller.signal);',
          },
        ],
      },
      {
        why: 'no route has a context of its own, and none looks at its search or parameters: nothing is wrong with them.',
        unless: /\bcontext: (?:async )?\(|\bcontext\(\{|\b(?:validateSearch|parseParams|loaderDeps)\b/,
        cuts: [
          {
            from: 'try {\n\t\t\tconst routeContext',
            to: 'validationError, options)];\n\t\t}',
            instead: 'match.context = { ...parentContext };\n\t\tif (signal.aborted) return [index, CANCELED_OUTCOME];',
          },
        ],
      },
      ...loaderless,
      ...found,
    ],
  },
]
