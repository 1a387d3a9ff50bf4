import type { Reading } from './row.ts'

const core = '@tanstack/router-core/dist/esm'

/** What would be given to a router or a route without effect. */
const otherOptions = [
  ...['loaderDeps', 'shouldReload', 'defaultStaleTime', 'defaultGcTime', 'defaultStaleReloadMode', 'preloadStaleTime'],
  ...['preloadGcTime', 'additionalContext', 'pendingMinMs', 'pendingComponent', 'notFoundComponent', 'reloadDocument'],
  ...[
    'hashScrollIntoView',
    'viewTransition',
    'notFoundRoute',
    'routeMasks',
    'stringifyParams',
    'parseParams',
    'scripts',
  ],
  ...['validateSearch', 'staticData', 'pathParamsAllowedCharacters', 'trailingSlash', 'defaultHashScrollIntoView'],
  ...['defaultViewTransition', 'unmaskOnReload', 'isShell', 'basepath', 'getScrollRestorationKey', 'InnerWrap', 'Wrap'],
  ...[
    'scrollRestorationBehavior',
    'scrollToTopSelectors',
    'shellComponent',
    'wrapInSuspense',
    'errorComponent',
    'onCatch',
  ],
  ...['defaultOnCatch', 'remountDeps', 'defaultRemountDeps', 'defaultComponent', 'disableGlobalCatchBoundary'],
]
export const otherRoutes = new RegExp(
  `\\b(?:${otherOptions.join('|')})[:=]|\\bloader\\s*[:(]|\\bhead: \\(|\\bparams: \\{\\s*(?:parse|stringify)\\b`,
)

/** Where the student goes, as far as src/app/router.tsx asks for it. */
export const router: readonly Reading[] = [
  {
    file: `${core}/router.js`,
    version: '1.171.39',
    rows: [
      {
        why: 'no route says what its search may hold.',
        unless: /\b(?:validateSearch|preSearchFilters|postSearchFilters|middlewares)\b/,
        never: ['applySearchMiddleware'],
        less: { getSearchMiddlewares: 'return []', validateSearch: 'return {}' },
      },
      {
        why: 'nobody asks whether a route matches, and nothing is loaded ahead.',
        unless: /\bpreload(?:=|:)|\bdefaultPreload\b|\b(?:useMatchRoute|MatchRoute)\b/,
        unasked: ['matchRoute', 'clearCache', 'preloadRoute'],
      },
      {
        why: 'another site is an ordinary link.',
        unless: /\breloadDocument\b|\b(?:redirect|navigate)\(\{ href\b/,
        never: ['documentNavigation'],
      },
      {
        why: 'no navigation is a transition of the view.',
        unless: /\b(?:viewTransition|defaultViewTransition)\b/,
        cuts: [
          {
            from: 'const shouldViewTransition = this.shouldViewTransition',
            to: 'return document.startViewTransition(startViewTransitionParams).updateCallbackDone;\n\t\t\t}\n',
            instead: '',
          },
        ],
      },
      {
        why: 'the other options of a router and a route are as their package has them.',
        unless: otherRoutes,
        unset: [
          ...['notFoundRoute', 'routeMasks', 'params', 'stringifyParams', 'parseParams', 'validateSearch', 'search'],
          ...['loader', 'loaderDeps', 'staticData', 'onLeave', 'pathParamsAllowedCharacters', 'trailingSlash'],
          ...['defaultHashScrollIntoView', 'defaultViewTransition', 'unmaskOnReload', 'isShell', 'basepath', 'rewrite'],
        ],
      },
    ],
  },
  {
    file: `${core}/load-client.js`,
    version: '1.171.39',
    rows: [
      { why: 'nothing is loaded ahead.', unless: /\bpreload(?:=|:)|\bdefaultPreload\b/, never: ['preloadClientRoute'] },
      {
        why: 'no route has a loader: what a screen needs, it asks of TanStack Query.',
        unless: /\b(?:loader|shouldReload)\s*[:(]/,
        never: ['getLoaderContext', 'cacheLoaderMatch', 'runBackground'],
      },
      {
        why: 'without a loader, nothing is loaded that a later navigation could take over or has to stop.',
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
          ...[
            'defaultStaleReloadMode',
            'onError',
            'additionalContext',
            'pendingMs',
            'pendingComponent',
            'pendingMinMs',
          ],
          ...['notFoundComponent', 'reloadDocument', 'hashScrollIntoView', 'viewTransition'],
        ],
      },
    ],
  },
  {
    file: `${core}/new-process-route-tree.js`,
    version: '1.171.39',
    rows: [
      {
        why: 'no route has a mask or reads its own parameters, and nobody asks whether one matches.',
        unless: /\b(?:routeMasks|parseParams|useMatchRoute|MatchRoute)\b|\bparams:\s*\{\s*(?:parse|stringify)\b/,
        never: ['processRouteMasks', 'findFlatMatch', 'findSingleMatch', 'validateParseParams'],
      },
      { why: 'no route reads its own parameters.', unless: otherRoutes, unset: ['params', 'parseParams'] },
    ],
  },
  {
    file: `${core}/rewrite.js`,
    version: '1.171.39',
    rows: [
      {
        why: 'the portal lies at the top of its host.',
        unless: /\b(?:basepath|rewrite)\b/,
        never: ['rewriteBasepath'],
        less: { executeRewriteInput: 'return url', executeRewriteOutput: 'return url' },
      },
    ],
  },
  {
    file: `${core}/path.js`,
    version: '1.171.39',
    rows: [
      {
        why: 'no letter is allowed in an address that others forbid.',
        unless: /\bpathParamsAllowedCharacters\b/,
        never: ['compileDecodeCharMap'],
      },
    ],
  },
  {
    file: `${core}/scroll-restoration.js`,
    version: '1.171.39',
    rows: [
      {
        why: 'what is scrolled is the page, and it is kept by the place in the history.',
        unless: otherRoutes,
        unset: ['getScrollRestorationKey', 'scrollRestorationBehavior', 'scrollToTopSelectors'],
      },
    ],
  },
  {
    file: '@tanstack/history/dist/esm/index.js',
    version: '1.162.5',
    rows: [
      {
        why: 'whoever goes back does it by the browser, and nobody is kept from leaving.',
        unless: /\bhistory\.(?:go|back|forward|block|destroy)\b|\buseBlocker\b/,
        unasked: ['go', 'back', 'forward', 'block', 'destroy', 'onBlocked'],
      },
    ],
  },
]
