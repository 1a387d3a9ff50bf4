import { addresses, matches } from './router-address.ts'
import type { Source } from './row.ts'

export const core = '@tanstack/router-core/dist/esm'
export const version = '1.171.39'

/** Options of a router or a route that would be set in vain: their code is removed. */
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

/** The router, as far as src/app/router.tsx uses it. */
export const router: readonly Source[] = [
  {
    file: `${core}/router.js`,
    version,
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
        unasked: ['matchRoute', 'clearCache', 'preloadRoute', 'loadRouteChunk'],
      },
      {
        why: 'another site is an ordinary link.',
        unless: /\breloadDocument\b|\b(?:redirect|navigate)\(\{ href\b/,
        never: ['documentNavigation'],
        unasked: ['resolveRedirect'],
        cuts: [
          {
            from: 'const hrefScheme = href ?',
            to: 'return documentNavigation(this, reloadHref, rest);\n\t\t\t}',
            instead: '',
          },
          {
            from: 'if (dest.href) {',
            to: 'hash: parsed.hash.slice(1)\n\t\t\t\t\t};\n\t\t\t\t}',
            instead: '',
          },
        ],
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
          ...['pendingComponent', 'notFoundComponent', 'history', 'origin', 'ssr'],
        ],
      },
      ...addresses,
      ...matches,
    ],
  },
  {
    file: `${core}/rewrite.js`,
    version,
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
    file: `${core}/scroll-restoration.js`,
    version,
    rows: [
      {
        why: 'what is scrolled is the page, and it is kept by the place in the history.',
        unless: otherRoutes,
        unset: ['getScrollRestorationKey', 'scrollRestorationBehavior', 'scrollToTopSelectors'],
      },
    ],
  },
]
