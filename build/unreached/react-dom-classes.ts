import type { Row } from './row.ts'

/** Class components: the only one catches errors. */
export const classes: readonly Row[] = [
  {
    why: "The router's CatchBoundary is the only component that is a class. It derives its state, from properties and from an error, and hears of that error: no other moment of its life is its business.",
    unless: /\bextends\s+(?:React\.)?\w*Component\b|\bdefaultProps\b|\bcontextType\b/,
    never: ['callComponentWillReceiveProps', 'safelyCallComponentWillUnmount'],
    less: { checkShouldComponentUpdate: 'return !0' },
    always: { hasForceUpdate: '!1', legacyErrorBoundariesThatAlreadyFailed: 'null' },
    unasked: ['enqueueReplaceState', 'enqueueForceUpdate'],
    everywhere: [
      {
        text: /"function" ===\s+typeof [\w$]+\.(?:(?:UNSAFE_)?componentWill\w+|componentDid(?:Mount|Update)|getSnapshotBeforeUpdate)\b/g,
        instead: '!1',
      },
      {
        text: /"function" !==\s+typeof [\w$]+\.(?:(?:UNSAFE_)?componentWill\w+|componentDid(?:Mount|Update)|getSnapshotBeforeUpdate)\b/g,
        instead: '!0',
      },
      {
        text: /"object" === typeof (contextType(?:\$jscomp\$0)?|oldContext) &&\s+null !== \1\b(?!\$)/g,
        instead: '!1',
      },
    ],
    cuts: [
      {
        from: 'if (0 !== (flags & 1024) && null !== current) {\n          isViewTransitionEligible = void 0;',
        to: 'captureCommitPhaseError(fiber, fiber.return, error);\n          }\n        }',
        instead: '',
      },
      {
        from: 'if (flags & 4)\n        if (((finishedRoot = finishedWork.stateNode), null === current))',
        to: 'error$146\n            );\n          }\n        }',
        instead: 'var prevProps;',
      },
      { from: 'if ((Component = Component.defaultProps)) {', to: 'Component[propName$77]);\n  }', instead: '' },
    ],
  },
]
