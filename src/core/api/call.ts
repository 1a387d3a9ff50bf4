import * as v from 'valibot'
import { learnTime, learnTold } from './clock.ts'
import { learnConnectivity } from './connectivity.ts'
import { type BodyOf, type Endpoint, endpoints, type ReplyOf } from './endpoints.ts'
import { orderedMs, type Problem, ProblemError, problemOf } from './problem.ts'
import { listReply, outcome } from './schemas.ts'
import { type Bases, settings } from './settings.ts'
import {
  gzipped,
  isWorthGzip,
  learnEncodings,
  learnLimits,
  type Post,
  type Progress,
  postByFetch,
  type RawReply,
  refuseGzip,
  type Sending,
} from './transport.ts'
import { xsrfHeader } from './xsrf.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Reports upload progress, in a page only. Such a call has no time limit as long as bytes move. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Time limit for a call without upload progress. Milliseconds. */
  limitMs?: number | undefined
  /** Brings the body to the provider, in place of one request. */
  carrier?: Carrier | undefined
}

export function urlOf(endpoint: Endpoint): string {
  const row = endpoints[endpoint]
  return settings.bases[row.base] + row.path
}

let postVisibly: Post | undefined

/** Pages register XHR, which reports upload progress; workers have no XHR and use fetch. */
export function setUploadTransport(post: Post): void {
  postVisibly = post
}

export const seesBytes = (): boolean => postVisibly !== undefined

/** Calls that have no answer yet, by endpoint and body. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * The student may press twice before the page has drawn the first press: equal calls share one request, except calls
 * with options, which can be cancelled one by one.
 * @throws ProblemError; any other error is a bug of the portal
 */
export function call<E extends Endpoint>(endpoint: E, body: BodyOf<E>, options?: CallOptions): Promise<ReplyOf<E>> {
  const json = JSON.stringify(v.parse(endpoints[endpoint].takes, body))
  if (options) return send(endpoint, json, options)
  const question = endpoint + json
  const asked = underWay.get(question) as Promise<ReplyOf<E>> | undefined
  const reply = asked ?? send(endpoint, json).finally(() => underWay.delete(question))
  underWay.set(question, reply)
  return reply
}

/** Sends a body that is JSON already: the outbox stores each request body exactly as it will be sent. */
export async function send<E extends Endpoint>(
  endpoint: E,
  json: string,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  try {
    const raw = await exchange(endpoint, json, options)
    // The endpoint's schema yields exactly its reply; the compiler can't follow a key through the table.
    const reply = readReply(endpoints[endpoint].gives, raw, Date.now()) as ReplyOf<E>
    // The worker may have answered a list from its cache: that proves no connection.
    if (endpoints[endpoint].gives !== listReply) learnConnectivity(undefined)
    learnTold(raw.header('Date'))
    return reply
  } catch (error) {
    const problem = problemOf(error)
    if (problem) learnConnectivity(problem)
    throw error
  }
}

/** One request of a call, whose answer has taught the portal what every answer teaches. */
export type Exchange = (
  method: NonNullable<Sending['method']>,
  url: string,
  headers?: Record<string, string>,
  body?: string | Blob,
  onProgress?: (progress: Progress) => void,
) => Promise<RawReply>

export interface Representation {
  base: keyof Bases
  url: string
  headers: Record<string, string>
  body: string | Blob
}

export interface Carrier {
  /** Whether the body was gzipped where it was begun: a worker that has just started knows no encodings yet. */
  gzip: boolean | undefined
  carry(whole: Representation, exchange: Exchange): Promise<RawReply>
}

/** A body and its answer. If the provider refuses gzip (415), the body is sent once more uncompressed. */
async function exchange(endpoint: Endpoint, json: string, options: CallOptions): Promise<RawReply> {
  const { base } = endpoints[endpoint]
  const small = options.carrier?.gzip ?? isWorthGzip(base, json)
  const raw = await carry(endpoint, small ? await gzipped(json) : json, options)
  if (!small || raw.code !== 415) return raw
  refuseGzip(base)
  return carry(endpoint, json, { ...options, carrier: undefined })
}

function carry(endpoint: Endpoint, body: string | Blob, options: CallOptions): Promise<RawReply> {
  const { signal, limitMs, onProgress, carrier } = options
  const { base } = endpoints[endpoint]
  const until = limitMs && Date.now() + limitMs
  const exchange: Exchange = (method, url, headers = {}, body, onProgress) =>
    request(base, url, body, { method, headers, signal, onProgress }, until && until - Date.now())
  const url = urlOf(endpoint)
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' }),
  }
  return carrier
    ? carrier.carry({ base, url, headers, body }, exchange)
    : exchange('POST', url, headers, body, onProgress)
}

async function request(
  base: keyof Bases,
  url: string,
  body: string | Blob | undefined,
  sending: Sending,
  limitMs: number | undefined,
): Promise<RawReply> {
  const asked = Date.now()
  const whole = { ...sending, headers: { ...sending.headers, ...(await xsrfHeader(url)) } }
  const visibly = sending.onProgress && postVisibly
  const raw = await (visibly ? visibly(url, body, whole) : postByFetch(url, body, whole, limitMs))
  learnTime(raw.header('Date'), asked, Date.now())
  learnEncodings(base, raw.header('Accept-Encoding'))
  learnLimits(base, raw.header('Upload-Limit'))
  return raw
}

/** For each endpoint: the last HTTP error, and until when the provider asked for a pause (Retry-After). */
const pauses = new Map<Endpoint, { problem: Extract<Problem, { kind: 'http' }>; until: number }>()

/**
 * A call whose answer the student waits for on the screen. While a pause that the provider asked for lasts, no request
 * to this endpoint is sent, whatever its body: the call fails as the last one did.
 * @throws ProblemError
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> {
  const pause = pauses.get(endpoint)
  const left = pause ? pause.until - Date.now() : 0
  // If more is left than the provider asked for, the device's clock was set back: the pause counts as over.
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

/**
 * Turns an answer into a reply if it matches the schema of its endpoint (docs/contract.md, "Answers").
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
  // A date in Retry-After is compared with the server's own clock: a phone with a wrong clock would wait for years.
  const said = Date.parse(raw.header('Date') ?? '')
  const retryAfter = retrySeconds(raw.header('Retry-After'), Number.isNaN(said) ? now : said)
  return {
    kind: 'http',
    code: raw.code,
    ...(reply.success ? { reply: reply.output } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

/** The longest pause that is respected: a longer one is a mistake of the server and would outlast the enrolment. */
const longestPauseSeconds = 86_400

/** RFC 9110, 10.2.3: a number of seconds or a date, which begins with its weekday. */
export function retrySeconds(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(longestPauseSeconds, Number(text))
  const date = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date)) return undefined
  return Math.min(longestPauseSeconds, Math.max(0, Math.ceil((date - now) / 1000)))
}
