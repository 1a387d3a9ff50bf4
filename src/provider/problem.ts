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

/** contract.md: the provider could not be reached at all, so what was kept may speak for it. */
export function isUnreachable(problem: Problem): boolean {
  return problem.kind !== 'http'
}
