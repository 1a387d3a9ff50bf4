import { type CallOptions, call } from './call.ts'
import type { BodyOf, Endpoint, ReplyOf } from './endpoints.ts'
import { orderedMs, type Problem, ProblemError, problemOf } from './problem.ts'

/** Until when the provider wants not to be asked (Retry-After), and what it said with that. */
const pauses = new Map<Endpoint, { problem: Extract<Problem, { kind: 'http' }>; until: number }>()

/**
 * A call for who looks at it. While the provider's pause lasts it is not made, whoever asks and for whatever: it ends as
 * the last one did.
 * @throws ProblemError
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> {
  const pause = pauses.get(endpoint)
  const left = pause ? pause.until - Date.now() : 0
  // More than was asked for is left where the device's clock was set back: it is over.
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
