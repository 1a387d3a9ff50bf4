import { once } from './cut.ts'
import type { Source } from './row.ts'

const leads = /\bto[:=]\s*\{?\s*['"`](?!\/)|<Link(?![^>]*\bto=| \{\.\.\.way\})/
const otherLinks =
  /<Link\b[^>]*\b(?:activeProps|inactiveProps|activeOptions|disabled|style|type|ref|mask|unsafeRelative|reloadDocument|preload\w*|hashScrollIntoView|startTransition|viewTransition|ignoreBlocker)\b|<Link[^>]*>\s*\{\s*\(|\b(?:_asChild|createLink|linkOptions|useLinkProps)\b/

/** A link of the portal: it leads to another screen, and looks like a link or a button. */
export const link: Source = {
  file: '@tanstack/react-router/dist/esm/link.js',
  version: '1.170.46',
  rows: [
    {
      why: 'nothing is loaded ahead, and no link is switched off.',
      unless: new RegExp(`\\bpreload(?:=|:)|\\bdefaultPreload\\b|${otherLinks.source}`),
      cuts: [
        {
          from: 'const { activeOptions, to, preload: userPreload',
          to: '} = options;',
          instead: 'const { to, target, onClick } = options;',
        },
        { from: 'const innerRef = React$1.useRef(null);', to: '[forwardedRef]);', instead: '' },
        { from: 'const externalLink = isActive', to: 'const props =', instead: 'const props =' },
        { from: 'props.ref = forwardedRef ?', to: 'return props;\n\t}', instead: 'props.ref = forwardedRef;' },
        once('if (!linkDisabled && !(e.metaKey', 'if (!(e.metaKey'),
        once('cancelPreload(innerRef);\n\t\t\trouter.navigate', 'router.navigate'),
        { from: 'const handleTouchStart = ', to: 'props.onClick =', instead: 'props.onClick =' },
        { from: 'props.onBlur = composeHandlers', to: 'composeHandlers(onTouchStart, handleTouchStart);', instead: '' },
        once('isActive, href, linkDisabled, host);\n}\nvar STATIC', 'isActive, href);\n}\nvar STATIC'),
        { from: 'if (linkDisabled) {\n\t\tprops.role', to: '= true;\n\t}', instead: '' },
      ],
    },
    {
      why: 'a link leads to a screen of the portal, at an address that is written as it is.',
      unless: new RegExp(`${leads.source}|${otherLinks.source}|\\b(?:mask|rewrite|basepath)[=:]`),
      less: { resolveExternalLink: '', getHrefOption: 'return router.history.createHref(next.publicHref) || "/"' },
      cuts: [
        {
          from: 'const directExternalLink = resolveExternalLink(to, router.protocolAllowlist);\n\t\tif',
          to: 'return [options, () => state];\n\t\t}',
          instead: '',
        },
        {
          from: 'const href = getHrefOption(next, router, disabled);\n\t\t\t\tconst isActive',
          to: ': void 0;',
          instead:
            'const href = getHrefOption(next, router);\nconst isActive = resolveIsActive(location, next, void 0, router.basepath);',
        },
      ],
    },
    {
      why: 'a link to where the student is looks like any other, and says what it is by one word.',
      unless: otherLinks,
      less: {
        resolveIsActive:
          'const currentPath = removeTrailingSlash(location.pathname, basepath); const nextPath = removeTrailingSlash(next.pathname, basepath);' +
          'return currentPath.startsWith(nextPath) && (currentPath.length === nextPath.length || currentPath[nextPath.length] === "/")' +
          ' && deepEqual(location.search, next.search, true)',
      },
      cuts: [
        once('const [stableSearch, stableParams, stableActiveOptions] = ', 'const [stableSearch, stableParams] = '),
        once('options.params, activeOptions);', 'options.params);'),
        { from: ',\n\t\t\tstableActiveOptions?.includeHash', to: ': state;\n\t\t\t})', instead: '' },
        once('const [dest, getLinkState, getHydrationState]', 'const [dest, getLinkState]'),
        once('getHydrationState || getLinkState', 'getLinkState'),
        { from: ',\n\t\toptions.mask,', to: 'disabled\n\t]);', instead: '\n\t]);' },
        {
          from: 'const { activeProps, inactiveProps, className, style, target } = options;',
          to: 'props.target = target;',
          instead: `const { className, target } = options;
	const stateProps = isActive ? STATIC_ACTIVE_OBJECT : STATIC_EMPTY_OBJECT;
	Object.assign(props, stateProps);
	props.href = href;
	props.target = target;`,
        },
        { from: 'const stateStyle = stateProps.style;', to: ': style || stateStyle;', instead: '' },
        { from: '"mask",\n', to: '"_asChild"', instead: '"from",\n\t"replace",\n\t"resetScroll"' },
        { from: ' || key === "type" && host', to: 'host === "a"', instead: '' },
        {
          from: 'const host = props._asChild || "a";',
          to: 'React$1.createElement(host, linkProps, children);',
          instead: 'return React$1.createElement("a", useLinkProps(props, ref, "a"), props.children);',
        },
      ],
    },
  ],
}
