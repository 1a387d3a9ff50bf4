import type { Row } from './row.ts'

/** React's scheduling: what it records, defers, caches and reads while it renders. */
export const work: readonly Row[] = [
  {
    why: 'An error is reported by itself: the names of the components around it are read by nobody.',
    unless: /\b(?:componentStack|ErrorInfo|errorInfo|captureOwnerStack|onCatch|defaultOnCatch)\b/,
    unheard: true,
    less: { getStackByFiberInDevAndProd: 'return null', getComponentNameFromType: 'return null' },
  },
  {
    why: 'A root has no options, and a page that changes slowly is not shown as one that loads.',
    unless: /\b(?:onCaughtError|onUncaughtError|onRecoverableError|identifierPrefix|unstable_strictMode|formState)\b/,
    unset: [
      ...['unstable_strictMode', 'identifierPrefix', 'onUncaughtError', 'onCaughtError', 'onRecoverableError'],
      'formState',
    ],
    never: ['defaultOnDefaultTransitionIndicator'],
  },
  {
    why: 'A transition is no action (what it begins is done when its function ends), and has no types.',
    unless: /\bstartTransition\((?!\(\) => void )|\baddTransitionType\b/,
    never: ['entangleAsyncAction', 'pingEngtangledActionScope', 'queueTransitionTypes'],
    less: { claimQueuedTransitionTypes: 'return null' },
    always: {
      currentEntangledLane: '0',
      currentEntangledActionThenable: 'null',
      entangledTransitionTypes: 'null',
      pendingTransitionTypes: 'null',
      pendingViewTransitionEvents: 'null',
    },
    cuts: [
      {
        from: 'if (null !== entangledTransitionTypes)\n    for (var root$28',
        to: 'root$29.push(transitionType);\n      }\n    }\n  }',
        instead: '',
      },
    ],
  },
  {
    why: 'What an update has read of an action is asked only if there is one.',
    unheard: true,
    less: { suspendIfUpdateReadFromEntangledAsyncAction: '' },
    always: { didReadFromEntangledAsyncAction: '!1', didReadFromEntangledAsyncAction$64: '!1' },
  },
  {
    why: 'Nothing is deferred or shown ahead of its answer, and nothing drawn twice to find faults.',
    never: ['requestDeferredLane', 'markSpawnedDeferredLane'],
    always: { workInProgressDeferredLane: '0', shouldDoubleInvokeUserFnsInHooksDEV: '!1' },
    cuts: [
      {
        from: 'var revertLane = update.revertLane;',
        to: 'if (0 === revertLane)',
        instead: 'var revertLane;',
      },
      {
        from: 'else if ((renderLanes & revertLane) === revertLane) {',
        to: '(workInProgressRootSkippedLanes |= revertLane);',
        instead: '',
      },
      {
        from: '{ lastEffect: null, events: null, stores: null, memoCache: null }',
        to: ';',
        instead: '{ lastEffect: null, stores: null };',
      },
      {
        from: 'if (\n        flags & 4 &&\n        ((current = finishedWork.updateQueue),\n        (current = null !== current ? current.events',
        to: '_eventPayloads$ii2.ref.impl = _eventPayloads$ii2.nextImpl;\n        }',
        instead: 'var ii, _eventPayloads$ii2;',
      },
      { from: 'children.events = null;', to: '\n', instead: '' },
      { from: 'null != children.memoCache &&', to: ';', instead: '' },
    ],
    everywhere: [{ text: /gesture: (?:null|update\.gesture),|revertLane: (?:0|update\.revertLane),/g, instead: '' }],
  },
  {
    why: "Nobody keeps anything in React's cache, or hears of its end.",
    unheard: true,
    unasked: ['getCacheForType', 'cacheSignal'],
    less: {
      releaseCache: '',
      peekCacheFromPool: 'return null',
      getSuspendedCache: 'return null',
      pushTransition: '',
      commitOffscreenPassiveMountEffects: '',
      recursivelyTraverseAtomicPassiveEffects: '',
    },
    cuts: [
      { from: 'controller: new AbortControllerLocal(),', to: 'data: new Map(),', instead: '' },
      {
        from: 'var AbortControllerLocal =\n    "undefined"',
        to: '        },\n  scheduleCallback$2 =',
        instead: 'var scheduleCallback$2 =',
      },
    ],
    everywhere: [{ text: /null !== current && pop\(resumedCache\)/g, instead: 'void 0' }],
  },
  {
    why: 'Nobody gives a context or a promise as a child, or asks a context by a <Consumer>.',
    unless: /\.Consumer\b/,
    kinds: [9, 'REACT_CONSUMER_TYPE'],
    never: ['readContextDuringReconciliation', 'unwrapThenable'],
  },
  {
    why: 'Children that are many are an array.',
    never: ['reconcileChildrenIterator'],
  },
]
