import type { Outcome } from './schemas.ts'

/** Everything that can go wrong between the portal and the provider, named once. */
export type Problem =
  | { kind: 'offline' }
  | { kind: 'timeout' }
  | { kind: 'stalled' }
  | { kind: 'cancelled' }
  /** A page of HTML where JSON was promised: a captive portal or a gateway. */
  | { kind: 'captive' }
  /** Cut, empty, or without what the call promises. */
  | { kind: 'contract' }
  /** `reply` is there when the provider itself spoke, not a gateway before it. `retryAfter` is in seconds. */
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

/** The provider could not be reached at all: its last answer about a file may be shown in place of a new one. */
export function isUnreachable(problem: Problem): boolean {
  return problem.kind !== 'http'
}

/** A fault of the way, or of a server that is overloaded or broken, passes with time. Any other 4xx is a clear answer. */
export function passes(problem: Problem): boolean {
  return problem.kind !== 'http' || problem.code >= 500 || [408, 425, 429].includes(problem.code)
}

/** The pause that the provider has asked for, in milliseconds, or 0. */
export function orderedMs(problem: Problem | undefined): number {
  return problem?.kind === 'http' ? (problem.retryAfter ?? 0) * 1000 : 0
}

/**
 * How long after an error the question is asked again by itself, in milliseconds. Undefined: no clock decides. What
 * only waits for the network is asked again once there is one (src/outbox/ui/network-line.tsx).
 */
export function pauseAfter(problem: Problem | undefined, failures: number): number | undefined {
  if (!problem || !passes(problem) || problem.kind === 'offline' || problem.kind === 'captive') return undefined
  return orderedMs(problem) || Math.min(300_000, 2_500 * 2 ** failures)
}
