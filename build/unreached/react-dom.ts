import type { Reading } from './row.ts'

const file = 'react-dom/cjs/react-dom-client.production.js'

/**
 * What draws. Nothing here is about errors, boundaries, Suspense and its retries, unmounting, effects, focus, the writing
 * of text, controlled fields or the taking over of a page: all of that is whole.
 */
export const reactDom: Reading = {
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
      never: ['createFiberFromPortal', 'clearSingletonPreambleContribution'],
      less: { isSingletonScope: 'return !1' },
      cuts: [{ from: ': "html" === type || "head" === type', to: '? 27\n        : 5', instead: ': 5' }],
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
      never: ['FragmentInstance'],
      less: {
        isFragmentInstanceParent: 'return !1',
        commitNewChildToFragmentInstances: '',
        commitFragmentInstanceInsertionEffects: '',
        commitFragmentInstanceDeletionEffects: '',
      },
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
    },
    {
      why: 'No form has a function as its action: without one, nothing is reset either.',
      unless: /\bformAction=|<form\b[^<]*?\saction=/,
      never: ['startHostTransition', 'requestFormReset', 'TransitionAwareHostComponent', 'scheduleReplayQueueIfNeeded'],
      less: { extractEvents$1: '', recursivelyResetForms: '' },
    },
    {
      why: 'Nobody preloads by React, and of what belongs into the head only <title> is written.',
      unless: /<(?:link|meta(?! http-equiv="Content-Security-Policy")|style|script)\b/,
      never: [
        ...[
          'prefetchDNS',
          'preconnect',
          'preload',
          'preloadModule',
          'preinitStyle',
          'preinitScript',
          'preinitModuleScript',
        ],
        ...['acquireResource', 'preloadResource', 'insertStylesheet', 'insertSuspendedStylesheets'],
      ],
      less: {
        getResource: 'return null',
        isHostHoistableType: "return 'title' === type && 1 !== hostContext && null == props.itemProp",
      },
    },
    {
      why: 'A drawing waits for style sheets with a precedence, and for pictures inside a <ViewTransition>; there are neither.',
      never: ['suspendResource', 'suspendInstance'],
      less: {
        preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217',
        preloadResourceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217',
        recursivelyAccumulateSuspenseyCommit: '',
        accumulateSuspenseyCommitOnFiber: '',
        waitForCommitToBeReady: 'return null',
      },
    },
    {
      why: 'No element has a name of its own: TypeScript knows none with a hyphen.',
      unless: /<[a-z]+-[a-z]+[\s>/]/,
      never: ['setPropOnCustomElement'],
      less: { isCustomElement: 'return !1' },
    },
    {
      why: 'Nobody asks for a part of a page to be taken over first.',
      never: ['attemptExplicitHydrationTarget'],
      cuts: [
        {
          from: 'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration =',
          to: 'attemptExplicitHydrationTarget(target);\n  }\n};',
          instead: '',
        },
      ],
    },
    {
      why: "A student has no developers' tools, and nobody asks for findDOMNode.",
      less: { setIsStrictModeForDevtools: '' },
      cuts: [{ from: 'ReactDOMSharedInternals.findDOMNode =', to: '    } catch (err) {}\n}\n', instead: '' }],
    },
    {
      why: 'Every browser of the floor has the input event and the names of 2015; only Internet Explorer had documentMode.',
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
    { why: 'Nobody hears onSelect.', unless: /\bonSelect\b/, unheard: true, less: { constructSelectEvent: '' } },
    {
      why: 'Nobody hears onBeforeInput.',
      unless: /\bonBeforeInput\b/,
      unheard: true,
      less: { getNativeBeforeInputChars: 'return null', getFallbackBeforeInputChars: 'return null' },
    },
  ],
}
