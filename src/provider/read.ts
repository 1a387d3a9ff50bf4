import * as v from 'valibot'
import { type Problem, ProblemError } from './problem.ts'
import { outcome } from './schemas.ts'
import type { Answer } from './transport.ts'

/**
 * An answer becomes a reply only by being what its row promises (contract.md, "Answers").
 * @throws ProblemError `http`, `captive` or `contract`
 */
export function readReply<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  answer: Answer,
  now: number,
): v.InferOutput<S> {
  const json = parse(answer.text)
  if (answer.code < 200 || answer.code > 299) throw new ProblemError(httpProblem(answer, json, now))
  if (json === undefined) throw new ProblemError({ kind: /^\s*</.test(answer.text) ? 'captive' : 'contract' })
  const reply = v.safeParse(schema, json)
  if (!reply.success) throw new ProblemError({ kind: 'contract' })
  return reply.output
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function httpProblem(answer: Answer, json: unknown, now: number): Problem {
  const reply = v.safeParse(outcome, json)
  const retryAfter = retrySeconds(answer.header('Retry-After'), now)
  return {
    kind: 'http',
    code: answer.code,
    ...(reply.success ? { reply: reply.output } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

/** RFC 9110, 10.2.3: a number of seconds or a date. */
export function retrySeconds(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
