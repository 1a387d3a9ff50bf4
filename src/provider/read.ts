import * as v from 'valibot'
import { type Problem, ProblemError } from './problem.ts'
import { outcome } from './schemas.ts'
import type { RawReply } from './transport.ts'

/**
 * An answer becomes a reply only if it is what its row promises (docs/contract.md, "Answers").
 * @throws ProblemError `http`, `captive` or `contract`
 */
export function readReply<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  raw: RawReply,
  now: number,
): v.InferOutput<S> {
  const json = parse(raw.text)
  if (raw.code < 200 || raw.code > 299) throw new ProblemError(httpProblem(raw, json, now))
  if (json === undefined) throw new ProblemError({ kind: /^\s*</.test(raw.text) ? 'captive' : 'contract' })
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

function httpProblem(raw: RawReply, json: unknown, now: number): Problem {
  const reply = v.safeParse(outcome, json)
  // A date is counted from the server's own clock: a phone that has lost the time would wait for years.
  const said = Date.parse(raw.header('Date') ?? '')
  const retryAfter = retrySeconds(raw.header('Retry-After'), Number.isNaN(said) ? now : said)
  return {
    kind: 'http',
    code: raw.code,
    ...(reply.success ? { reply: reply.output } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

/** A longer pause is a slip of the server: it would outlast the enrolment. */
const longestPauseSeconds = 86_400

/** RFC 9110, 10.2.3: a number of seconds or a date, which begins with its weekday. */
export function retrySeconds(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(longestPauseSeconds, Number(text))
  const date = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date)) return undefined
  return Math.min(longestPauseSeconds, Math.max(0, Math.ceil((date - now) / 1000)))
}
