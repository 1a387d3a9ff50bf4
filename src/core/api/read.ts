import * as v from 'valibot'
import { type Problem, ProblemError, passes } from './problem.ts'
import { type Outcome, outcome } from './schemas.ts'
import type { RawReply } from './transport.ts'

function jsonIn({ text }: RawReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isHtml = ({ text }: RawReply): boolean => /^\s*</.test(text)

/**
 * Only the provider speaks in outcomes of its contract. A gateway's problem (RFC 9457) has a
 * `status` too: it repeats the code of HTTP, and says nothing to a student.
 */
function outcomeIn({ code }: RawReply, json: unknown): Outcome | undefined {
  const { output, success } = v.safeParse(outcome, json)
  return success && (output.msg || output.status !== code) ? output : undefined
}

export const isOwn = (raw: RawReply): boolean => outcomeIn(raw, jsonIn(raw)) !== undefined

/** The provider has said no for good: it neither takes the request nor asks for a code. */
export function isOwnRefusal(raw: RawReply): boolean {
  const said = outcomeIn(raw, jsonIn(raw))
  const isForGood = raw.code !== 403 && !passes({ kind: 'http', code: raw.code })
  return said !== undefined && said.status !== 1 && !said.codeRequis && isForGood
}

/** U+FFFD, written out or escaped: what was no letter of the answer's charset. */
const lostLetter = /\ufffd|\\ufffd/i

/**
 * Turns an answer into a reply if it matches the schema of its endpoint (docs/contract.md,
 * "Answers").
 * @throws ProblemError `http`, `captive` or `contract`
 */
export function readReply<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  raw: RawReply,
  now: number,
): v.InferOutput<S> {
  const json = jsonIn(raw)
  // RFC 6585: who stands before the network wants a sign-in.
  if (raw.code === 511) throw new ProblemError({ kind: 'captive' })
  if (raw.code < 200 || raw.code > 299) throw new ProblemError(httpProblem(raw, json, now))
  if (json === undefined) throw new ProblemError({ kind: isHtml(raw) ? 'captive' : 'contract' })
  const reply = v.safeParse(schema, json)
  // A name with a letter that was lost must not be confirmed. Of an outcome, its words alone are
  // left out.
  const isGarbled = lostLetter.test(raw.text) && schema !== (outcome as v.GenericSchema)
  if (!reply.success || isGarbled) throw new ProblemError({ kind: 'contract' })
  return reply.output
}

function httpProblem(raw: RawReply, json: unknown, now: number): Problem {
  const reply = outcomeIn(raw, json)
  // A date in Retry-After is compared with the server's own clock: a phone with a wrong clock would
  // wait for years.
  const said = Date.parse(raw.header('Date') ?? '')
  const retryAfter = retrySeconds(raw.header('Retry-After'), Number.isNaN(said) ? now : said)
  return {
    kind: 'http',
    code: raw.code,
    ...(reply && { reply }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

/**
 * The longest pause that is respected: a longer one is a mistake of the server and would outlast
 * the enrolment.
 */
const longestPauseSeconds = 86_400

/** RFC 9110, 10.2.3: a number of seconds or a date, which begins with its weekday. */
export function retrySeconds(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(longestPauseSeconds, Number(text))
  const date = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date)) return undefined
  return Math.min(longestPauseSeconds, Math.max(0, Math.ceil((date - now) / 1000)))
}
