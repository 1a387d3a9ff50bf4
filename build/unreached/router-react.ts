import { otherRoutes } from './router.ts'
import type { Reading } from './row.ts'

const drawn = '@tanstack/react-router/dist/esm'

/** How the router draws screens and links. */
export const routerReact: readonly Reading[] = [
  {
    file: `${drawn}/Match.js`,
    version: '1.170.46',
    rows: [
      {
        why: 'the other options of a router and a route are as their package has them.',
        unless: otherRoutes,
        unset: [
          ...['shellComponent', 'wrapInSuspense', 'errorComponent', 'onCatch', 'defaultOnCatch', 'notFoundComponent'],
          ...['notFoundRoute', 'remountDeps', 'defaultRemountDeps', 'defaultComponent', 'pendingComponent'],
        ],
      },
    ],
  },
  {
    file: `${drawn}/renderRouteNotFound.js`,
    version: '1.170.46',
    rows: [{ why: 'one screen says it for all.', unless: otherRoutes, unset: ['notFoundComponent'] }],
  },
  {
    file: `${drawn}/Matches.js`,
    version: '1.170.46',
    rows: [{ why: 'nothing is wrapped.', unless: otherRoutes, unset: ['InnerWrap', 'disableGlobalCatchBoundary'] }],
  },
  {
    file: `${drawn}/RouterProvider.js`,
    version: '1.170.46',
    rows: [{ why: 'nothing is wrapped.', unless: otherRoutes, unset: ['Wrap'] }],
  },
  {
    file: `${drawn}/link.js`,
    version: '1.170.46',
    rows: [
      {
        why: 'nothing is loaded ahead.',
        unless: /\bpreload(?:=|:)|\bdefaultPreload\b/,
        cuts: [
          { from: 'const enqueuePreload = ', to: 'const props =', instead: 'const props =' },
          { from: 'const handleTouchStart = ', to: 'props.onClick =', instead: 'props.onClick =' },
          {
            from: 'props.onBlur = composeHandlers',
            to: 'composeHandlers(onTouchStart, handleTouchStart);',
            instead: '',
          },
        ],
      },
    ],
  },
]
