import { once } from './cut.ts'
import type { Row } from './row.ts'

const ownAddress =
  /\b(?:mask|routeMasks|basepath|rewrite|pathParamsAllowedCharacters|unsafeRelative)[=:]|\bto[:=]\s*\{?\s*['"`](?!\/)|<Link(?![^>]*\bto=| \{\.\.\.way\})|\bnavigate\((?!\{\s*(?:to\b|\.\.\.place\b))/

/** Building and parsing of a URL. */
export const addresses: readonly Row[] = [
  {
    why: 'whatever leads on names the whole address, which is shown as it is.',
    unless: ownAddress,
    cuts: [
      {
        from: 'const nextTo = resolvePath(',
        to: 'this.resolvePathCache);',
        instead: 'const nextTo = resolvePath("", to);',
      },
      once('opts.leaveParams ? nextTo : '),
      {
        from: 'let href;\n\t\t\t\tlet publicHref;\n\t\t\t\tlet external',
        to: 'publicHref = href;\n\t\t\t\t}',
        instead: 'const href = encodePathLikeUrl(fullPath);',
      },
      once(
        'publicHref,\n\t\t\t\t\thref,\n\t\t\t\t\tpathname: nextPathname',
        'publicHref: href,\n\t\t\t\t\thref,\n\t\t\t\t\tpathname: nextPathname',
      ),
      once(',\n\t\t\t\t\texternal,\n\t\t\t\t\tunmaskOnReload: dest.unmaskOnReload'),
      {
        from: 'const next = build(opts);',
        to: 'if (!(isServer ?? this.isServer) && !usedCurrent',
        instead: 'const next = build(opts);\n\t\t\tif (!(isServer ?? this.isServer) && !usedCurrent',
      },
      {
        from: 'const nextLocation = next.maskedLocation ?? next;\n\t\t\tif (nextLocation.external',
        to: 'ignoreBlocker\n\t\t\t});\n',
        instead: '',
      },
      {
        from: 'let { maskedLocation, hashScrollIntoView, ...nextHistory } = next;',
        to: 'nextHistory.state.__tempKey = this.tempLocationKey;\n\t\t\t\t}',
        instead: 'const { hashScrollIntoView, ...nextHistory } = next;',
      },
      { from: 'this.tempLocationKey = `', to: '1e7)}`;', instead: '' },
      {
        from: 'const nextBasepath = ',
        to: ': nextRewriteOption;\n\t\t\t}',
        instead: 'this.basepath = "/";',
      },
      once('} else if (rewriteChanged) this.stores.location.set(this.latestLocation);', '}'),
    ],
    everywhere: [{ text: /this\.pathParamsDecoder(?=[,)])/g, instead: 'void 0' }],
  },
  {
    why: 'a browser writes the path of its address in ASCII, and so does whatever leads on.',
    unless: ownAddress,
    cuts: [
      {
        from: 'const parse = ({ pathname, search, hash, href }, state) => {',
        to: '.test(pathname)) {',
        instead: 'const { pathname, search, hash, state } = locationToParse;',
      },
      {
        from: '}\n\t\t\t\tconst url = executeRewriteInput(this.rewrite, new URL(href',
        to: 'return location;\n',
        instead: '',
      },
      {
        from: 'this.matchRoutes = (pathnameOrNext',
        to: 'return this.matchRoutesInternal(pathnameOrNext, locationSearchOrOpts);\n\t\t};',
        instead: 'this.matchRoutes = (next, opts) => this.matchRoutesInternal(next, opts);',
      },
    ],
  },
  {
    why: 'no route looks at its search or makes its own parameters.',
    unless: /\b(?:validateSearch|middlewares|stringifyParams|parseParams|loaderDeps|notFoundRoute)\b/,
    cuts: [
      { from: 'let destRoutes;', to: 'this.options.notFoundRoute];\n\t\t\t\t}', instead: '' },
      {
        from: 'let nextParams;\n',
        to: 'nextParams ??= resolveNextParams(dest.params, needsInherited',
        instead: 'const nextParams = resolveNextParams(dest.params, needsInherited',
      },
      {
        from: 'const middlewares = getSearchMiddlewares(',
        to: 'const nextSearch = middlewares.length ? applySearchMiddleware(middlewares, fromSearch(), dest) : ',
        instead: 'const fromSearch = () => currentMatch()[2];\n\t\t\t\tconst nextSearch = ',
      },
    ],
  },
]

/** The matched routes of a URL, and their reloading. */
export const matches: readonly Row[] = [
  {
    why: 'no route looks at its search, parameters or what a loader depends on, and nothing that was loaded is kept.',
    unless: /\b(?:validateSearch|parseParams|loaderDeps|notFoundRoute)\b|\bloader\s*[:(]|\bssr:/,
    cuts: [
      {
        from: 'let preMatchSearch;\n',
        to: 'searchError ??= cause;\n\t\t\t}',
        instead:
          'const preMatchSearch = { ...(parentMatch?.search ?? next.search) };\n\t\t\tconst strictMatchSearch = {};',
      },
      once(' + loaderDepsHash;', ';'),
      { from: 'let paramsError;', to: 'if (opts?.throwOnError) throw paramsError;\n\t\t\t}', instead: '' },
      once('paramsError,\n\t\t\t\t\tcontext: {}', 'context: {}'),
      once('loaderDeps: previousMatch ? replaceEqualDeep(previousMatch.loaderDeps, loaderDeps) : loaderDeps,'),
      once('this._cache.get(matchId) ?? '),
      once('ssr: isServer ?? this.isServer ? void 0 : route.options.ssr,'),
      { from: ': route === this.options.notFoundRoute ? committed', to: ': void 0;', instead: ': void 0;' },
      {
        from: 'for (const route of matchedRoutes) try {\n\t\t\tObject.assign(accumulatedSearch',
        to: '} catch {}',
        instead: '',
      },
      { from: 'const strictParams = rawParams;', to: 'params = strictParams;', instead: 'params = rawParams;' },
      once(' || route.lazyFn'),
    ],
    everywhere: [
      { text: /_strictSearch: strictMatchSearch,\n\t+searchError/g, instead: '_strictSearch: strictMatchSearch' },
    ],
  },
  {
    why: 'what is asked for again is all there is.',
    unless: /\binvalidate\((?!\))/,
    cuts: [
      {
        from: 'const committedMatches = this._committed;',
        to: 'this.shouldViewTransition = false;',
        instead: `this._committed = this._committed.map((d) => ({
				...d,
				invalid: true,
				...(d.status === "error" || d.status === "notFound") && routeNeedsLoad(this.routesById[d.routeId]) ? {
					status: "pending",
					error: void 0
				} : void 0
			}));`,
      },
    ],
  },
]
