import type { Row } from './row.ts'

/** React's code for forms, for the document's head and for resources to load. */
export const page: readonly Row[] = [
  {
    why: 'No form has a function as its action: without one, nothing is reset either.',
    unless: /\bformAction=|<form\b[^<]*?\saction=/,
    never: ['startHostTransition', 'requestFormReset', 'TransitionAwareHostComponent', 'scheduleReplayQueueIfNeeded'],
    less: { extractEvents$1: '', recursivelyResetForms: '' },
    cuts: [
      {
        from: 'case "action":\n    case "formAction":\n      if ("function" === typeof value) {\n        domElement',
        to: 'case "onClick":',
        instead: 'case "onClick":',
      },
      {
        from: 'var stateHook = fiber.memoizedState;',
        to: 'push(hostTransitionProviderCursor, fiber));\n  stateHook =',
        instead: 'var stateHook =',
      },
      {
        from: 'hostTransitionProviderCursor.current === fiber &&',
        to: '(HostTransitionContext._currentValue = sharedNotPendingObject));',
        instead: '',
      },
      {
        from: 'else if (parent === hostTransitionProviderCursor.current) {',
        to: '(current = [HostTransitionContext]));\n    }',
        instead: '',
      },
      {
        from: 'null !== workInProgress.memoizedState &&\n        (($$typeof = renderWithHooks(',
        to: '(HostTransitionContext._currentValue = $$typeof));',
        instead: '',
      },
    ],
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
      ...['acquireResource', 'preloadResource', 'insertStylesheet', 'insertSuspendedStylesheets', 'flushSyncWork'],
    ],
    less: {
      getResource: 'return null',
      isHostHoistableType: "return 'title' === type && 1 !== hostContext && null == props.itemProp",
    },
    cuts: [
      { from: 'var previousDispatcher = ReactDOMSharedInternals.d;', to: '};', instead: '' },
      {
        from: 'case "link":\n                      if (\n                        (ii = getHydratable',
        to: 'break;\n                    default:',
        instead: 'default:',
      },
      {
        from: 'case "meta":\n          if (!instance.hasAttribute("itemprop")) break;',
        to: 'return instance;\n        default:',
        instead: 'default:',
      },
    ],
  },
  {
    why: 'A drawing waits for style sheets with a precedence, and for pictures inside a <ViewTransition>; there are neither.',
    never: ['suspendResource', 'suspendInstance'],
    kinds: ['SuspenseyCommitException', 'noopSuspenseyCommitThenable'],
    less: {
      preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217',
      preloadResourceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217',
      recursivelyAccumulateSuspenseyCommit: '',
      accumulateSuspenseyCommitOnFiber: '',
      waitForCommitToBeReady: 'return null',
    },
    cuts: [
      {
        from: 'var subtreeFlags = finishedWork.subtreeFlags,\n    isViewTransitionEligible = (lanes',
        to: 'return;\n    }\n  completeRoot(',
        instead: 'suspendedCommitReason = null;\n  completeRoot(',
      },
      {
        from: 'case 4:\n            workInProgressSuspendedReason = 5;',
        to: 'case 7:',
        instead: 'case 7:',
      },
      {
        from: 'case 5:\n            var resource = null;',
        to: 'throwAndUnwindWorkLoop(root, lanes, thrownValue, 5);\n            break;',
        instead: '',
      },
    ],
  },
  {
    why: 'No element has a name of its own: TypeScript knows none with a hyphen.',
    unless: /<[a-z]+-[a-z]+[\s>/]/,
    never: ['setPropOnCustomElement'],
    less: { isCustomElement: 'return !1' },
  },
  {
    why: 'The portal asks for no part of a page to be hydrated first.',
    never: ['attemptExplicitHydrationTarget'],
    cuts: [
      {
        from: 'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration =',
        to: 'attemptExplicitHydrationTarget(target);\n  }\n};',
        instead: '',
      },
      // The same for forms: no submission waits for hydration (above).
      {
        from: 'for (var i = 0; i < queuedExplicitHydrationTargets.length; i++) {\n    var queuedTarget',
        to: 'scheduleReplayQueueIfNeeded(i);\n      }\n    }',
        instead: '',
      },
    ],
  },
]
