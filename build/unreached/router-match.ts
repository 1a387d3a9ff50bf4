import { once } from './cut.ts'
import { core, otherRoutes, version } from './router.ts'
import type { Source } from './row.ts'

/** Path patterns the portal does not use: wildcards, optional parts, braces, relative paths. */
const otherShapes =
  /['"`]\/[^'"`\s]*(?:\$(?=['"`/])|\{-?\$)|\bcaseSensitive\b|\bunsafeRelative\b|\bto[:=]\s*\{?\s*['"`](?!\/)|\bcreateRoute\(\{[^}]*\bid:/

/**
 * Each part of a path is a word, in upper or lower case, or one parameter; several parameters in one place would be
 * equal.
 */
const shapes = [
  {
    why: 'a part of a path is a word or a parameter.',
    unless: otherShapes,
    never: ['sortDynamic'],
    less: {
      parseSegment: 'const part = path.slice(start, end); return part[0] === "$" ? [1, part.slice(1), "", ""] : part',
      isFrameMoreSpecific:
        'return !prev || next.statics > prev.statics || next.statics === prev.statics && (next.dynamics > prev.dynamics' +
        ' || next.dynamics === prev.dynamics && next.node.depth > prev.node.depth)',
    },
    cuts: [
      once('const options = route.options;'),
      { from: 'const caseSensitive = options', to: 'options?.parseParams;', instead: '' },
      { from: 'const tail = last(interpolation);', to: 'literalStart = length;\n\t\t}', instead: '' },
      {
        from: 'let name = segment;',
        to: 'staticChildren = node.staticInsensitive ??= /* @__PURE__ */ new Map();\n\t\t\t}',
        instead:
          'const name = segment.toLowerCase();\n' +
          'const staticChildren = node.staticInsensitive ??= /* @__PURE__ */ new Map();',
      },
      {
        from: 'const kind = segment[0];',
        to: 'dynamicListsToSort?.push(siblings);\n\t\t\t}',
        instead: `if (interpolation && literalStart < end) {
				if (literalStart < start - 1) interpolation.push(path.slice(literalStart, start - 1));
				segment[2] = "/";
				interpolation.push(segment);
				literalStart = end;
			}
			if (!node) continue;
			nextNode = node.dynamic ??= createSegmentNode(node, 1);`,
      },
      { from: 'if (parseParams && route.children', to: 'node = pathlessNode;\n\t}', instead: '' },
      { from: 'node.parse = parseParams', to: 'priority ?? 0;', instead: '' },
      {
        from: 'pathless: null,',
        to: 'suffix\n\t};',
        instead: 'index: null,\n\t\tstaticInsensitive: null,\n\t\tdynamic: null,\n\t\troute: null,\n\t\tparent\n\t};',
      },
      {
        from: 'let partIndex = leaf.extract?.part ?? 0;',
        to: 'if (leaf.rawParams)',
        instead: `let paramIndex = 0;
	for (let index = 0; index < list.length; index++)
		if (list[index].kind === 1) rawParams[names[paramIndex++]] = decodeURIComponent(parts[index]);
	if (leaf.rawParams)`,
      },
      { from: 'return [rawParams, {', to: '}];', instead: 'return [rawParams];' },
      {
        from: 'const trailingSlash = !last(parts);',
        to: 'if (bestMatch) return bestMatch;',
        instead: `const partsLength = parts.length - (last(parts) ? 0 : 1);
	const stack = [{ node: segmentTree, index: 1, statics: 0, dynamics: 0 }];
	let bestFuzzy = null;
	let bestMatch = null;
	while (stack.length) {
		const frame = stack.pop();
		const { node, index, statics, dynamics } = frame;
		if (fuzzy && node.route && isFrameMoreSpecific(bestFuzzy, frame)) bestFuzzy = frame;
		if (index === partsLength) {
			if (node.route && isFrameMoreSpecific(bestMatch, frame)) bestMatch = frame;
			continue;
		}
		const part = parts[index];
		const score = segmentScore(partsLength, index);
		if (node.dynamic && part) stack.push({ node: node.dynamic, index: index + 1, statics, dynamics: dynamics + score });
		const match = node.staticInsensitive?.get(part.toLowerCase());
		if (match) stack.push({ node: match, index: index + 1, statics: statics + score, dynamics });
	}
	if (bestMatch) return bestMatch;`,
      },
    ],
    everywhere: [{ text: /\n\tfor \(const nodes of dynamicListsToSort\) nodes\.sort\(sortDynamic\);/g, instead: '' }],
  },
]

/** Which route matches a URL, and the URL of a route. */
export const routerMatch: readonly Source[] = [
  {
    file: `${core}/new-process-route-tree.js`,
    version,
    rows: [
      {
        why: 'no route has a mask or reads its own parameters, and nobody asks whether one matches.',
        unless: /\b(?:routeMasks|parseParams|useMatchRoute|MatchRoute)\b|\bparams:\s*\{\s*(?:parse|stringify)\b/,
        never: ['processRouteMasks', 'findFlatMatch', 'findSingleMatch', 'validateParseParams'],
      },
      { why: 'no route reads its own parameters.', unless: otherRoutes, unset: ['params', 'parseParams'] },
      ...shapes,
    ],
  },
  {
    file: `${core}/path.js`,
    version,
    rows: [
      {
        why: 'no letter is allowed in an address that others forbid.',
        unless: /\bpathParamsAllowedCharacters\b/,
        never: ['compileDecodeCharMap'],
      },
      {
        why: 'whatever leads on names the whole address: no part of it is left out, and none is taken as a whole.',
        unless: otherShapes,
        less: {
          resolvePath:
            'if (to[0] !== "/") throw Error("resolvePath"); if (to.includes("//")) to = cleanPath(to);' +
            'return to.length > 1 && to.endsWith("/") ? to.slice(0, -1) : to',
          encodeParam: 'return typeof value === "string" ? encodeURIComponent(value) : "" + (value ?? void 0)',
          interpolatePath:
            'let joined = ""; for (const part of segments) if (typeof part === "string") joined += part; else {' +
            'const value = params[part[1]]; if (usedParams) usedParams[part[1]] = value;' +
            'joined += part[2] + encodeParam(part[1], value) }' +
            'return joined + (path.endsWith("/") ? "/" : "") || "/"',
        },
      },
    ],
  },
  {
    file: `${core}/route.js`,
    version,
    rows: [
      {
        why: 'a route is what it was made as, and has no name beside its path.',
        unless: /\.lazy\(|\b(?:root|[rR]oute)\.(?:update|updateLoader|redirect)\b|\bcreateRoute\(\{[^}]*\bid:/,
        unasked: ['_addFileTypes', 'updateLoader', 'update', 'lazy', 'redirect'],
        unset: ['id'],
      },
    ],
  },
]
