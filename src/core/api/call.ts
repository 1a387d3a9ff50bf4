import * as v from 'valibot'
import { learnEncoding, learnUploadLimit } from './announced.ts'
import { learnTime, learnTold } from './clock.ts'
import { isRedirected, learnConnectivity } from './connectivity.ts'
import { type BodyOf, type Endpoint, endpoints, type ReplyOf } from './endpoints.ts'
import { orderedMs, type Problem, ProblemError, problemOf } from './problem.ts'
import { isOwn, readReply } from './read.ts'
import { listReply } from './schemas.ts'
import { type Bases, settings } from './settings.ts'
import { type Post, type Progress, postByFetch, type RawReply, type Sending } from './transport.ts'
import { otherXsrfToken, takesXsrfToken, xsrfHeaderOf, xsrfToken } from './xsrf.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /**
   * Reports upload progress, in a page only. Such a call has no time limit as long as bytes move.
   */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Time limit for a call without upload progress. Milliseconds. */
  limitMs?: number | undefined
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
 * The student may press twice before the page has drawn the first press: equal calls share one
 * request, except calls with options, which can be cancelled one by one.
 * @throws ProblemError; any other error is a bug of the portal
 */
export function call<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> {
  const json = JSON.stringify(v.parse(endpoints[endpoint].takes, body))
  if (options) return send(endpoint, json, options)
  const question = endpoint + json
  const asked = underWay.get(question) as Promise<ReplyOf<E>> | undefined
  const reply = asked ?? send(endpoint, json).finally(() => underWay.delete(question))
  underWay.set(question, reply)
  return reply
}

/**
 * Sends a body that is JSON already: the outbox stores each request body exactly as it will be
 * sent.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  json: string,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  try {
    const raw = await exchange(endpoint, json, options)
    // The endpoint's schema yields exactly its reply; the compiler can't follow a key through the
    // table.
    const reply = readReply(endpoints[endpoint].gives, raw, Date.now()) as ReplyOf<E>
    // The worker may have answered a list from its cache: that proves no connection.
    if (endpoints[endpoint].gives !== listReply) learnConnectivity(undefined)
    learnTold(raw.header('Date'))
    return reply
  } catch (error) {
    const problem = await causeOf(error)
    if (!problem) throw error
    learnConnectivity(problem)
    throw new ProblemError(problem)
  }
}

/** A hotspot that sends a call elsewhere looks like a missing network. */
async function causeOf(error: unknown): Promise<Problem | undefined> {
  const problem = problemOf(error)
  return problem?.kind === 'offline' && (await isRedirected()) ? { kind: 'captive' } : problem
}

/** One request of a call, whose answer has taught the portal what every answer teaches. */
export type Exchange = (
  method: NonNullable<Sending['method']>,
  url: string,
  headers?: Record<string, string>,
  body?: string | Blob,
  onProgress?: (progress: Progress) => void,
) => Promise<RawReply>

/** Whether the provider answers something small now. */
export type IsThere = () => Promise<boolean>

export interface Sendable {
  base: keyof Bases
  url: string
  json: string
}

/** Brings a body to the provider, in place of one request. */
export type Carrier = (body: Sendable, exchange: Exchange, isThere: IsThere) => Promise<RawReply>

const isThere: IsThere = async () => {
  try {
    await askProvider('newestBac', {})
    return true
  } catch (error) {
    const problem = problemOf(error)
    return (
      problem?.kind === 'contract' ||
      (problem?.kind === 'http' && (!!problem.reply || problem.code < 500))
    )
  }
}

export const jsonHeaders = { 'Content-Type': 'application/json', Accept: 'application/json' }

function exchange(endpoint: Endpoint, json: string, options: CallOptions): Promise<RawReply> {
  const { signal, limitMs, onProgress, carrier } = options
  const { base } = endpoints[endpoint]
  const until = limitMs && Date.now() + limitMs
  const one: Exchange = (method, url, headers = {}, body, onProgress) =>
    request(base, url, body, { method, headers, signal, onProgress }, until && until - Date.now())
  const url = urlOf(endpoint)
  return carrier
    ? carrier({ base, url, json }, one, isThere)
    : one('POST', url, jsonHeaders, json, onProgress)
}

async function request(
  base: keyof Bases,
  url: string,
  body: string | Blob | undefined,
  sending: Sending,
  limitMs: number | undefined,
): Promise<RawReply> {
  const asked = Date.now()
  const visibly = sending.onProgress && postVisibly
  const post = (token: string | undefined) => {
    const whole = { ...sending, headers: { ...sending.headers, ...xsrfHeaderOf(token) } }
    return visibly ? visibly(url, body, whole) : postByFetch(url, body, whole, limitMs)
  }
  const token = takesXsrfToken(url) ? await xsrfToken() : undefined
  let raw = await post(token)
  if (raw.code === 403 && takesXsrfToken(url) && isOwn(raw)) {
    const other = await otherXsrfToken(token)
    if (other) raw = await post(other)
  }
  learnTime(raw.header('Date'), asked, Date.now())
  learnEncoding(base, raw.header('Accept-Encoding'))
  learnUploadLimit(base, raw.header('Upload-Limit'))
  return raw
}

/**
 * For each endpoint: the last HTTP error, and until when the provider asked for a pause
 * (Retry-After).
 */
const pauses = new Map<Endpoint, { problem: Extract<Problem, { kind: 'http' }>; until: number }>()

/**
 * A call whose answer the student waits for on the screen. While a pause that the provider asked
 * for lasts, no request to this endpoint is sent, whatever its body: the call fails as the last one
 * did.
 * @throws ProblemError
 */
export async function askProvider<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E>,
  options?: CallOptions,
): Promise<ReplyOf<E>> {
  const pause = pauses.get(endpoint)
  const left = pause ? pause.until - Date.now() : 0
  // If more is left than the provider asked for, the device's clock was set back: the pause counts
  // as over.
  if (pause && left > 0 && left <= orderedMs(pause.problem))
    throw new ProblemError({ ...pause.problem, retryAfter: left / 1000 })
  try {
    return await call(endpoint, body, options)
  } catch (error) {
    const problem = problemOf(error)
    if (problem?.kind === 'http')
      pauses.set(endpoint, { problem, until: Date.now() + orderedMs(problem) })
    throw error
  }
}
