import * as v from 'valibot'
import { learnTime, learnTold } from './clock.ts'
import { isRedirected, learnConnectivity } from './connectivity.ts'
import { type BodyOf, type Endpoint, endpoints, type ReplyOf } from './endpoints.ts'
import { isLost, orderedMs, type Problem, ProblemError, problemOf } from './problem.ts'
import { readReply } from './read.ts'
import { listReply } from './schemas.ts'
import { type Bases, settings } from './settings.ts'
import { isDoubtful, isHtml, isOwn, isRefused, isUnread } from './speaker.rule.ts'
import {
  gzipped,
  isWorthGzip,
  learnEncodings,
  learnLimits,
  type Post,
  type Progress,
  postByFetch,
  type RawReply,
  type Sending,
} from './transport.ts'
import { learnWall, wallOf } from './walls.ts'
import { otherXsrfToken, takesXsrfToken, xsrfHeaderOf, xsrfToken } from './xsrf.ts'

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

export interface Representation {
  base: keyof Bases
  url: string
  headers: Record<string, string>
  body: string | Blob
}

export interface Carrier {
  /** Whether the body was gzipped where it was begun: a worker that has just started knows no encodings yet. */
  gzip: boolean | undefined
  /** The provider has a part of it. */
  hasBegun: boolean
  /** The last attempt was lost at the very place where this one was. */
  isLostAgain(): boolean
  carry(whole: Representation, exchange: Exchange, isWalled: IsWalled): Promise<RawReply>
}

/** Whether it was this body that was refused on its way, and not the provider that is away. */
export type IsWalled = (answer: RawReply | ProblemError) => Promise<boolean>

/**
 * A body and its answer. Where gzip does not pass, or does not arrive as such, the body is sent once more uncompressed,
 * and so are later ones (docs/contract.md, "What stands between").
 */
async function exchange(endpoint: Endpoint, json: string, options: CallOptions): Promise<RawReply> {
  const { base } = endpoints[endpoint]
  const { carrier } = options
  const mayBeSmall = carrier?.hasBegun || !wallOf(base).gzip
  if (!mayBeSmall || !(carrier?.gzip ?? isWorthGzip(base, json))) return carry(endpoint, json, options)
  const first = await carry(endpoint, await gzipped(json), options).catch(lost)
  if (await isGzipWalled(first, carrier)) {
    const plain = await carry(endpoint, json, options)
    if (plain.code < 500 && !isAlike(first, plain)) learnWall(base, { gzip: true })
    return plain
  }
  if (first instanceof ProblemError) throw first
  return first
}

const isAlike = (first: RawReply | ProblemError, second: RawReply): boolean =>
  !(first instanceof ProblemError) && first.code === second.code && isHtml(first) === isHtml(second)

async function isGzipWalled(answer: RawReply | ProblemError, carrier: Carrier | undefined): Promise<boolean> {
  if (answer instanceof ProblemError) return carrier?.isLostAgain() === true && isWalled(answer)
  // Uncompressed it is larger still.
  return isUnread(answer) || (answer.code !== 413 && isWalled(answer))
}

/** @throws the error where it is none of the line */
function lost(error: unknown): ProblemError {
  if (error instanceof ProblemError && isLost(error.problem)) return error
  throw error
}

const isWalled: IsWalled = async answer =>
  answer instanceof ProblemError || isDoubtful(answer) ? answers() : isRefused(answer)

/** Whether the provider answers something small now. */
async function answers(): Promise<boolean> {
  try {
    await ask('newestBac', {})
    return true
  } catch (error) {
    const problem = problemOf(error)
    return problem?.kind === 'contract' || (problem?.kind === 'http' && (!!problem.reply || problem.code < 500))
  }
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
    ? carrier.carry({ base, url, headers, body }, exchange, isWalled)
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
