import { once } from './cut.ts'
import type { Row } from './row.ts'

/** Without loaders, loading a route means loading its component's file. */
export const loaderless: readonly Row[] = [
  {
    why: 'without a loader, a route has only its component to wait for, and nothing that becomes old or is kept.',
    unless: /\b(?:loader|shouldReload)\s*[:(]/,
    less: {
      settleTasks:
        'try { await Promise.all(tasks.map((task) => task[1].then((outcome) => ' +
        '{ if (outcome[0] >= REDIRECTED) throw [task[0], outcome] }))) } catch (cause) { return cause }' +
        'return serialFailure',
    },
    cuts: [
      {
        from: 'const plannedCacheMatch = ',
        to: 'Promise.resolve(reloadFailure ?? [SUCCESS, match.loaderData]);',
        instead: `
	const onReady = index >= retainedEnd ? options[7] : void 0;
	const blocking = match.status !== "success";
	const canceled = !blocking && options[0].signal.aborted;
	if (!canceled) match.invalid = false;
	if (blocking) {
		if (index >= retainedEnd) match.status = "pending";
		onReady?.();
	}
	const outcome = blocking ? loadResource(router, lane, match, route, void 0, void 0, options).then((result) => {
		settleInto(match, result, preload);
		if (result[0] === SUCCESS && index >= retainedEnd) match.status = "pending";
		return result;
	}) : Promise.resolve(canceled ? CANCELED_OUTCOME : [SUCCESS, void 0]);`,
      },
      { from: 'if (!background) return outcome', to: 'getParentSnapshot(candidate, result));', instead: '' },
      { from: 'const start = options[6] ?? 0;', to: ': void 0;', instead: 'const start = 0;' },
      {
        from: 'semanticParent = createLoaderTask(',
        to: 'retainedEnd);',
        instead: 'createLoaderTask(router, matched, index, tasks, void 0, options, retainedEnd);',
      },
      {
        from: 'if (!signal.aborted && !options[3]) {',
        to: 'for (const controller of abort) controller.abort();\n\t\t}',
        instead: '',
      },
      {
        from: 'const reduction = reduceLane(',
        to: 'reduced = await reduction;',
        instead:
          'reduced = await reduceLane(router, matched, tasks, options[0], settleTasks(tasks, failure), options[7]);',
      },
      { from: 'return projectLane(router, reduced, signal', to: ': 0);', instead: 'return reduced;' },
      once('...(lane[2] ?? []).map((task) => task[1])'),
      once('const background = result[2];'),
      { from: 'if (background?.length)', to: '.catch(console.error);', instead: '' },
      {
        from: 'const cut = _getRenderedMatches(matches).length;',
        to: 'router._cache = cached;',
        instead: 'tx[3] = [];',
      },
      { from: 'transferMatchResources(router, [...previousCached', to: ', matches);', instead: '' },
    ],
  },
  {
    why: 'no route hears of who comes, stays or leaves, and nobody of how far a navigation is.',
    unless: /\bon(?:Enter|Stay):|\bcreateRoute\(\{[^}]*\bonLeave\b|\brouter\.subscribe\(/,
    cuts: [
      { from: 'const previous = router._committed;', to: 'router._cache;', instead: '' },
      once('const nextEnd = router._lifecycleEnd = lifecycleEnd(matches);'),
      once('runRouteLifecycle(router, previous, matches, previousEnd, nextEnd, tx);'),
      {
        from: 'if (router._tx !== tx) return;\n\t\t\trouter.emit({',
        to: 'type: "onBeforeRouteMount",\n\t\t\t\t...changeInfo\n\t\t\t});',
        instead: '',
      },
      {
        from: 'if (router._tx === tx) router.emit({\n\t\t\t\ttype: "onResolved",',
        to: '});',
        instead: '',
      },
      {
        from: 'router.emit({\n\t\t\ttype: "onBeforeNavigate",',
        to: 'if (!preflight.signal.aborted) router.emit({',
        instead: 'router.emit({',
      },
    ],
  },
]

/** Where a navigation ends: at a screen, at an error or at an unknown address. */
export const found: readonly Row[] = [
  {
    why: 'only an address that no route has is not found: no guard and no screen says so.',
    unless: /\bnotFound\(|\bisNotFound\b|\bnotFoundMode\b|\bnotFoundComponent:/,
    less: { getNotFoundBoundary: 'return fallback' },
    cuts: [
      { from: 'if (isNotFound(value)) {', to: 'return [NOT_FOUND, value];\n\t}', instead: '' },
      {
        from: 'const boundaryOf = (found)',
        to: 'const chunkFailure = await task[2];',
        instead: `let readinessEnd = plannedBoundary < 0 ? matches.length : plannedBoundary;
	if ((failure?.[1][0] ?? 0) >= REDIRECTED) readinessEnd = 0;
	else if (failure) readinessEnd = failure[2] ??= failure[0];
	for (const task of tasks) {
		if (task[0] >= readinessEnd) break;
		const chunkFailure = await task[2];`,
      },
      once('failure[2] ?? await boundaryOf(failure) : planned', 'failure[2] ?? failure[0] : planned'),
      once('const kind = outcome?.[0];'),
      {
        from: 'if (kind === ERROR) match.status = "error";',
        to: '} else match.status = "notFound";\n\t\t\t\t}',
        instead: 'match.status = "error";',
      },
      {
        from: 'if (router.options.notFoundMode !== "root"',
        to: 'plannedBoundary = boundary;\n\t\t}',
        instead: '',
      },
      {
        from: 'if (failure[1][0] === NOT_FOUND) {',
        to: '} else if (failure[1][0] >= REDIRECTED)',
        instead: 'if (failure[1][0] >= REDIRECTED)',
      },
    ],
  },
  {
    why: 'a guard leads to another screen of the portal.',
    unless: /\bredirect\(\{(?! to: '\/)/,
    cuts: [
      {
        from: 'if (redirectOptions.href || redirect.headers.has("Location")) {',
        to: 'if (redirectOptions.reloadDocument) return outcome;\n\t\t\t}',
        instead: '',
      },
      {
        from: 'const publicLocation = location.maskedLocation ?? location;\n\t\t\tif (publicLocation.external) {',
        to: 'publicLocation\n\t\t\t\t];\n\t\t\t}',
        instead: '',
      },
      { from: 'if (!location) return router.navigate({', to: 'location._redirects', instead: 'location._redirects' },
    ],
  },
]
