import { once } from './cut.ts'
import { otherRoutes } from './router.ts'
import type { Source } from './row.ts'

export const drawn = '@tanstack/react-router/dist/esm'
export const version = '1.170.46'

const hooks = ['useMatch', 'useRouteContext', 'useSearch', 'useParams', 'useLoaderDeps', 'useLoaderData']
/** Lifecycle methods of a class component other than those in use, such as componentDidUpdate. */
const moments =
  '\tstatic getDerivedStateFromError(error) {\n\t\treturn { error: [error] };\n\t}\n\tcomponentDidCatch(error, errorInfo) {\n\t\tthis.props.onCatch?.(error, errorInfo);\n\t}\n\trender() {'
const notFound = /\bnotFound\(|\bisNotFound\b|\bnotFoundComponent:/

/** How the router renders screens. */
export const routerReact: readonly Source[] = [
  {
    file: `${drawn}/CatchBoundary.js`,
    version,
    rows: [
      {
        why: 'the only class of a component has these moments and no others: react-dom-classes.ts takes those out of React.',
        cuts: [
          once(moments, moments),
          once(
            'process.env.NODE_ENV !== "production" ? wrapInNonRouteComponentContext(element, "errorComponent") : element',
            'element',
          ),
        ],
      },
    ],
  },
  {
    file: `${drawn}/Match.js`,
    version,
    rows: [
      {
        why: 'the other options of a router and a route are as their package has them.',
        unless: otherRoutes,
        unset: [
          ...['shellComponent', 'wrapInSuspense', 'errorComponent', 'onCatch', 'defaultOnCatch', 'notFoundComponent'],
          ...['notFoundRoute', 'remountDeps', 'defaultRemountDeps', 'defaultComponent', 'pendingComponent'],
        ],
        cuts: [
          {
            from: 'const ShellComponent = route.isRoot',
            to: '}) : /* @__PURE__ */ jsxs(',
            instead: 'return /* @__PURE__ */ jsxs(',
          },
          { from: 'const key = React$1.useMemo(', to: 'router.options.defaultRemountDeps\n\t]);', instead: '' },
          once('jsx(Comp, {}, key)', 'jsx(Comp, {})'),
          once('\n\t\tkey,'),
        ],
      },
      {
        why: 'only an address that no route has is not found, and every route is drawn by a browser alike.',
        unless: new RegExp(`${notFound.source}|\\bssr:`),
        cuts: [
          {
            from: 'const routeNotFoundComponent = route.isRoot',
            to: 'resolvedNoSsr));',
            instead: 'const wrapInSuspense = canWrapInSuspense(router, route) && pendingElement;',
          },
          once('ssr === false || ssr === "data-only" || '),
          { from: 'if (resolvedNoSsr) content', to: 'if (routeErrorComponent)', instead: 'if (routeErrorComponent)' },
          {
            from: 'onCatch: (error, errorInfo) => {',
            to: 'routeOnCatch?.(error, errorInfo);\n\t\t},',
            instead: '',
          },
          once('if (match.status === "notFound") return renderRouteNotFound(router, route, match.error);'),
        ],
      },
    ],
  },
  {
    file: `${drawn}/renderRouteNotFound.js`,
    version,
    rows: [{ why: 'one screen says it for all.', unless: otherRoutes, unset: ['notFoundComponent'] }],
  },
  {
    file: `${drawn}/Matches.js`,
    version,
    rows: [{ why: 'nothing is wrapped.', unless: otherRoutes, unset: ['InnerWrap', 'disableGlobalCatchBoundary'] }],
  },
  {
    file: `${drawn}/RouterProvider.js`,
    version,
    rows: [
      {
        why: 'nothing is wrapped, and a router is drawn as it was made.',
        unless: new RegExp(`${otherRoutes.source}|<RouterProvider(?! router=\\{router\\} />)`),
        unset: ['Wrap'],
        cuts: [{ from: 'if (hasKeys(rest)) router.update({', to: '\n\t});', instead: '' }],
      },
    ],
  },
  {
    file: `${drawn}/route.js`,
    version,
    rows: [
      {
        why: 'a screen asks the router, and not its route.',
        unless: /\bgetRouteApi\b|\b(?:root|\w*[rR]oute)\.(?:use[A-Z]\w+|Link)\b/,
        unasked: [...hooks, 'useNavigate', 'Link'],
      },
    ],
  },
  {
    file: `${drawn}/useMatch.js`,
    version,
    rows: [
      {
        why: 'what is selected is taken as it is.',
        unless: /\b(?:s|defaultS)tructuralSharing\b/,
        cuts: [
          {
            from: 'const previousResult = React$1.useRef();',
            to: 'return selected;\n\t};',
            instead: 'return (slice) => opts?.select ? opts.select(slice) : slice;',
          },
        ],
      },
    ],
  },
  {
    file: `${drawn}/lazyRouteComponent.js`,
    version,
    rows: [
      {
        why: 'a file that did not come has another name here (src/app/router.tsx), and the page is not loaded again.',
        unless: /\blazyRouteComponent\((?!async \(\) => \{\s*try \{)|\btanstack_router_reload\b/,
        cuts: [{ from: 'if (isModuleNotFoundError(error)', to: 'throw error;', instead: 'throw error;' }],
      },
    ],
  },
  {
    file: '@tanstack/store/dist/atom.js',
    version: '0.11.2',
    rows: [
      {
        why: 'who listens is a function, and what is the same is said by nobody.',
        unless: /\b(?:createAtom|createStore)\b/,
        less: { toObserver: 'return { next: nextHandler }' },
        unset: ['compare'],
      },
    ],
  },
]
