import { once } from './cut.ts'
import type { Source } from './row.ts'

/** Navigation back, and the current location. */
export const history: readonly Source[] = [
  {
    file: '@tanstack/history/dist/esm/index.js',
    version: '1.162.5',
    rows: [
      {
        why: 'whoever goes back does it by the browser, and nobody is kept from leaving.',
        unless: /\bhistory\.(?:go|back|forward|block|destroy)\b|\buseBlocker\b/,
        unasked: ['go', 'back', 'forward', 'block', 'destroy', 'onBlocked', 'canGoBack', 'flush', '_getBlockers'],
      },
      {
        why: 'nobody is kept from leaving, and a way back that the browser goes is not stopped.',
        unless: /\buseBlocker\b|\bhistory\.block\b/,
        cuts: [
          { from: 'const blockers = args.navigateOpts', to: 'args.task();', instead: 'args.task();' },
          { from: 'ignoreNextBeforeUnload = false;\n\t\tif (ignoreNextPop) {', to: 'return;\n\t\t}', instead: '' },
          { from: ' || nextPopIsGo;', to: '"FORWARD";', instead: ';' },
          {
            from: 'if (skipBlockerNextPop) skipBlockerNextPop',
            to: 'currentLocation = parseLocation();',
            instead: 'currentLocation = parseLocation();',
          },
          { from: 'const onBeforeUnload = (e) => {', to: 'return e.returnValue = "";\n\t\t}\n\t};', instead: '' },
          once('win.addEventListener(beforeUnloadEvent, onBeforeUnload, { capture: true });'),
          { from: 'history._ignoreNextBeforeUnload = (href) => {', to: '} catch {}\n\t};', instead: '' },
          once('getBlockers: _getBlockers,\n\t\tsetBlockers: _setBlockers,\n\t\tnotifyOnIndexChange: false'),
        ],
      },
      {
        why: "the history is the browser's own, and its addresses are as they are.",
        unless: /\bcreate(?:Browser|Hash)History\b/,
        everywhere: [{ text: /\bopts\?\.\w+/g, instead: '(void 0)' }],
      },
    ],
  },
]
