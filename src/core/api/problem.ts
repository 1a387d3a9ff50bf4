import type { Outcome } from './schemas.ts'

/** Everything that can go wrong between the portal and the provider, named once. */
export type Problem =
  | { kind: 'offline' }
  | { kind: 'timeout' }
  | { kind: 'stalled' }
  | { kind: 'cancelled' }
  /** A page of HTML where JSON was promised: a captive portal or a gateway. */
  | { kind: 'captive' }
  /** An answer that is cut off, empty, or lacks what the call promises. */
  | { kind: 'contract' }
  /** What was kept here to be sent is gone or changed: nothing of it has left. */
  | { kind: 'damaged' }
  /** The device has not said what is to be sent. */
  | { kind: 'unread' }
  /**
   * `reply` is set if the provider itself answered, not a gateway in front of it. `retryAfter` is
   * in seconds.
   */
  | { kind: 'http'; code: number; retryAfter?: number; reply?: Outcome }

export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(readonly problem: Problem) {
    super(problem.kind)
  }
}

export function problemOf(error: unknown): Problem | undefined {
  return error instanceof ProblemError ? error.problem : undefined
}

/** No answer came over this line. */
export const isLost = ({ kind }: Problem): boolean =>
  kind === 'offline' || kind === 'stalled' || kind === 'timeout'

/**
 * Whether the provider gave no answer at all, so that its last stored one about a file may be shown
 * instead.
 */
export function isUnreachable(problem: Problem): boolean {
  return problem.kind !== 'http'
}

/**
 * Whether trying later may help: the network or an overloaded or broken server failed. Any other
 * 4xx is final.
 */
export function passes(problem: Problem): boolean {
  return problem.kind !== 'http' || problem.code >= 500 || [408, 425, 429].includes(problem.code)
}

/** The pause that the provider has asked for, in milliseconds, or 0. */
export function orderedMs(problem: Problem | undefined): number {
  return problem?.kind === 'http' ? (problem.retryAfter ?? 0) * 1000 : 0
}

/**
 * After how many milliseconds a failed query is retried automatically. Undefined: no timer retries
 * it. A query that only lacks the network is retried once there is one
 * (src/outbox/ui/network-line.tsx).
 */
export function pauseAfter(problem: Problem | undefined, failures: number): number | undefined {
  if (!problem || !passes(problem) || problem.kind === 'offline' || problem.kind === 'captive')
    return undefined
  return orderedMs(problem) || Math.min(300_000, 2_500 * 2 ** failures)
}
