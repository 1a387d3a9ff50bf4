import { attributes } from './react-dom-attributes.ts'
import { classes } from './react-dom-classes.ts'
import { events } from './react-dom-events.ts'
import { page } from './react-dom-page.ts'
import { work } from './react-dom-work.ts'
import type { Source } from './row.ts'

const file = 'react-dom/cjs/react-dom-client.production.js'

/**
 * The renderer. Untouched stay errors, boundaries, Suspense and its retries, unmounting, effects, focus, text input,
 * controlled fields and hydration.
 */
export const reactDom: Source = {
  file,
  version: '19.3.1',
  rows: [
    {
      why: 'Nobody writes <Profiler>, <SuspenseList>, <ViewTransition>, <Activity>, portals, or html, head and body as elements; of the others React itself makes none any more.',
      unless: /<(?:html|head|body)\b/,
      // Portal, Profiler, IncompleteClass, SuspenseList, Scope, LegacyHidden, Cache, TracingMarker, Singleton,
      // IncompleteFunction, ViewTransition, Activity.
      kinds: [
        ...[4, 12, 17, 19, 21, 23, 24, 25, 27, 28, 30, 31],
        ...['REACT_ACTIVITY_TYPE', 'REACT_PROFILER_TYPE', 'REACT_SUSPENSE_LIST_TYPE', 'REACT_VIEW_TRANSITION_TYPE'],
        ...['REACT_LEGACY_HIDDEN_TYPE', 'REACT_PORTAL_TYPE'],
      ],
      maker: 'FiberNode',
      never: ['createFiberFromPortal', 'clearSingletonPreambleContribution', 'clearContainerSparingly'],
      less: { isSingletonScope: 'return !1', hideOrUnhideNearestPortals: '' },
      cuts: [
        { from: ': "html" === type || "head" === type', to: '? 27\n        : 5', instead: ': 5' },
        {
          from: 'else if ("html" === node)\n        clearSingletonPreambleContribution(',
          to: 'clearSingletonPreambleContribution(parentInstance.ownerDocument.body);',
          instead: '',
        },
      ],
    },
    {
      why: 'A transition of the view begins at a <ViewTransition>, and there is none.',
      never: [
        'startViewTransition',
        'createViewTransitionInstance',
        'ViewTransitionPseudoElement',
        'restoreViewTransitionName',
      ],
      less: {
        commitExitViewTransitions: '',
        commitEnterViewTransitions: '',
        commitDeletedPairViewTransitions: '',
        commitNestedViewTransitions: '',
        trackEnterViewTransitions: '',
        restoreEnterOrExitViewTransitions: '',
        restoreNestedViewTransitions: '',
        restorePairedViewTransitions: '',
      },
      always: {
        shouldStartViewTransition: '!1',
        pendingViewTransition: 'null',
        appearingViewTransitions: 'null',
        inUpdateViewTransition: '!1',
        rootViewTransitionNameCanceled: '!1',
      },
    },
    {
      why: 'No <Fragment> has a ref.',
      unless: /<Fragment\b[^>]*\bref=/,
      never: ['FragmentInstance', 'addFragmentHandleToFiber'],
      less: {
        isFragmentInstanceParent: 'return !1',
        commitNewChildToFragmentInstances: '',
        commitFragmentInstanceInsertionEffects: '',
        commitFragmentInstanceDeletionEffects: '',
      },
      cuts: [
        {
          from: 'if (null === current.stateNode) {\n            var fragmentInstance = new FragmentInstance(current);',
          to: 'current.stateNode = fragmentInstance;\n          }',
          instead: '',
        },
      ],
    },
    {
      why: 'Of hooks, those that neither the portal nor TanStack calls.',
      unasked: [
        ...[
          'useImperativeHandle',
          'useInsertionEffect',
          'useDeferredValue',
          'useTransition',
          'useHostTransitionStatus',
        ],
        ...['useFormState', 'useActionState', 'useOptimistic', 'useMemoCache', 'useCacheRefresh', 'useEffectEvent'],
      ],
      kinds: ['SuspenseActionException'],
    },
    {
      why: "A student has no developers' tools, and nobody asks for findDOMNode.",
      less: { setIsStrictModeForDevtools: '' },
      always: { injectedHook: 'null', rendererID: 'null' },
      cuts: [{ from: 'ReactDOMSharedInternals.findDOMNode =', to: '    } catch (err) {}\n}\n', instead: '' }],
    },
    {
      why: 'Each minimum browser has the input event and the names of 2015; only Internet Explorer had documentMode.',
      never: ['handleEventsForInputEventPolyfill', 'getTargetInstForInputEventPolyfill'],
      always: { documentMode: 'null' },
      less: { getVendorPrefixedEventName: 'return eventName' },
      cuts: [
        { from: 'var vendorPrefixes = {', to: 'delete vendorPrefixes.transitionend.transition);\n', instead: '' },
        {
          from: 'var isInputEventSupported = !1;\nif (canUseDOM) {',
          to: '9 < document.documentMode);\n}\n',
          instead: 'var isInputEventSupported = !0;\n',
        },
        {
          from: 'var skipSelectionChangeEvent =',
          to: 'document.documentMode,',
          instead: 'var skipSelectionChangeEvent = !1,',
        },
      ],
    },
    {
      why: 'Each minimum browser (Chrome 95, Firefox 98, Safari 15.4) has what these stand in for.',
      cuts: [
        { from: 'Math.clz32 ? Math.clz32 : clz32Fallback', to: ',', instead: 'Math.clz32,' },
        { from: '"function" === typeof Object.is ? Object.is : is', to: ';', instead: 'Object.is;' },
        {
          from: 'var reportGlobalError =\n    "function" === typeof',
          to: 'console.error(error);\n        },',
          instead: 'var reportGlobalError = function (error) { reportError(error); },',
        },
        { from: '"function" === typeof queueMicrotask', to: ': scheduleTimeout;', instead: 'queueMicrotask;' },
        { from: '"function" === typeof WeakSet ? WeakSet : Set', to: ',', instead: 'WeakSet,' },
        { from: '"function" === typeof WeakMap ? WeakMap : Map', to: ',', instead: 'WeakMap,' },
        { from: 'if (canUseDOM)\n  try {', to: 'passiveBrowserEventsSupported = !1;\n  }', instead: '' },
        { from: '!passiveBrowserEventsSupported ||\n    ("touch', to: '"touch', instead: '("touch' },
      ],
    },
    ...page,
    ...work,
    ...classes,
    ...attributes,
    ...events,
  ],
}
