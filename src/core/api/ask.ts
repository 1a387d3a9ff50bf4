import { type CallOptions, call } from './call.ts'
import type { BodyOf, Endpoint, ReplyOf } from './endpoints.ts'
import { orderedMs, type Problem, ProblemError, problemOf } from './problem.ts'

/** Until when the provider does not want to be asked (Retry-After), and the answer in which it said so. */
const pauses = new Map<Endpoint, { problem: Extract<Problem, { kind: 'http' }>; until: number }>()

/**
 * A call for somebody who looks at the answer. While the provider's pause lasts, the call is not made, whoever asks and
 * whatever for: it fails as the last one did.
 * @throws ProblemError
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> {
  const pause = pauses.get(endpoint)
  const left = pause ? pause.until - Date.now() : 0
  // If more is left than was asked for, the device's clock was set back: the pause counts as over.
  if (pause && left > 0 && left <= orderedMs(pause.problem))
    throw new ProblemError({ ...pause.problem, retryAfter: left / 1000 })
  try {
    return await call(endpoint, body, options)
  } catch (error) {
    const problem = problemOf(error)
    if (problem?.kind === 'http') pauses.set(endpoint, { problem, until: Date.now() + orderedMs(problem) })
    throw error
  }
}
