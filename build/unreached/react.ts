import type { Row, Source } from './row.ts'

/** Exports of a package that the portal never imports. */
const untaken = (from: string, names: readonly string[]): Row => ({
  why: `nobody imports it from '${from}'.`,
  unless: new RegExp(`import[^'"]*\\b(?:${names.join('|')})\\b[^'"]*from '${from}'`),
  unasked: names,
})

export const react: Source = {
  file: 'react/cjs/react.production.js',
  version: '19.3.1',
  rows: [
    untaken('react', [
      ...[
        'Activity',
        'Children',
        'Profiler',
        'PureComponent',
        'ViewTransition',
        '__COMPILER_RUNTIME',
        'addTransitionType',
      ],
      ...['cache', 'cacheSignal', 'cloneElement', 'createRef', 'isValidElement', 'unstable_useCacheRefresh'],
      ...['useActionState', 'useDeferredValue', 'useEffectEvent', 'useImperativeHandle', 'useInsertionEffect'],
      ...['useOptimistic', 'useTransition'],
    ]),
    {
      why: "the router's CatchBoundary is the only class; it sets its state to an object, and nothing else.",
      unless: /\bextends\s+(?:React\.)?\w*Component\b|\bdefaultProps\b/,
      cuts: [
        { from: 'if (\n    "object" !== typeof partialState &&', to: 'state variables."\n    );', instead: '' },
        {
          from: 'Component.prototype.forceUpdate =',
          to: 'pureComponentPrototype.isPureReactComponent = !0;',
          instead: '',
        },
        { from: 'if (type && type.defaultProps)', to: 'childrenLength[propName]);', instead: '' },
      ],
    },
    {
      why: 'each minimum browser has reportError; where pages are prerendered nothing is reported.',
      cuts: [
        {
          from: 'var reportGlobalError =\n  "function" === typeof',
          to: 'console.error(error);\n      };',
          instead: 'var reportGlobalError = function (error) { reportError(error); };',
        },
      ],
    },
  ],
}

/** Of the module shared with the renderer, what the renderer uses stays. */
export const reactDomShared: Source = {
  file: 'react-dom/cjs/react-dom.production.js',
  version: '19.3.1',
  rows: [
    untaken('react-dom', [
      ...['browser', 'createPortal', 'flushSync', 'preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload'],
      ...['preloadModule', 'requestFormReset', 'unstable_batchedUpdates', 'useFormState', 'useFormStatus'],
    ]),
    {
      why: 'what those would ask of the file that draws.',
      cuts: [{ from: 'd: {\n      f: noop,', to: 'M: noop\n    },', instead: '' }],
    },
  ],
}

/** React schedules a root's work with it, now or in a later task of the browser. */
export const scheduler: Source = {
  file: 'scheduler/cjs/scheduler.production.js',
  version: '0.28.0',
  rows: [
    {
      why: 'React alone asks it for work, and never for work that begins later.',
      unless: /from 'scheduler'/,
      unasked: ['unstable_forceFrameRate', 'unstable_next', 'unstable_runWithPriority', 'unstable_wrapCallback'],
      never: ['handleTimeout', 'requestHostTimeout'],
      less: { advanceTimers: '' },
      cuts: [
        {
          from: '"object" === typeof options && null !== options',
          to: ': (options = currentTime);',
          instead: 'options = currentTime;',
        },
        {
          from: 'options > currentTime\n    ?',
          to: ': ((priorityLevel.sortIndex = timeout),',
          instead: '((priorityLevel.sortIndex = timeout),',
        },
        {
          from: 'var firstTimer = peek(timerQueue);\n              null',
          to: ');\n              hasMoreWork',
          instead: 'hasMoreWork',
        },
        { from: 'isHostTimeoutScheduled &&\n          ((isHost', to: '(taskTimeoutID = -1));', instead: '' },
      ],
    },
    {
      why: 'Each minimum browser has a clock and channels; none has setImmediate.',
      cuts: [
        {
          from: 'exports.unstable_now = void 0;',
          to: '    return localDate.now() - initialTime;\n  };\n}',
          instead: 'exports.unstable_now = function () { return performance.now(); };',
        },
        { from: 'needsPaint = !1,\n  localSetTimeout =', to: 'setImmediate : null;', instead: 'needsPaint = !1;' },
        {
          from: 'if ("function" === typeof localSetImmediate)',
          to: '"undefined" !== typeof MessageChannel) {',
          instead: '',
        },
        { from: '} else\n  schedulePerformWorkUntilDeadline = function () {', to: '};', instead: '' },
      ],
    },
  ],
}

const noTools: Row = {
  why: "a student has no developers' tools to tell what was left out of React.",
  less: { checkDCE: '' },
}

/** How the two entry points of react-dom are imported. */
export const reactDomEntries: readonly Source[] = ['react-dom/index.js', 'react-dom/client.js'].map(file => ({
  file,
  version: '19.3.1',
  rows: [noTools],
}))
