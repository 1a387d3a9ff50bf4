import * as v from 'valibot'
import { learnTime } from './clock.ts'
import { type BodyOf, type Endpoint, endpoints, type ReplyOf } from './endpoints.ts'
import { gzipped, isWorthGzip, learnEncodings, refuseGzip } from './gzip.ts'
import { problemOf } from './problem.ts'
import { learnReach } from './reach.ts'
import { readReply } from './read.ts'
import { listReply } from './schemas.ts'
import { settings } from './settings.ts'
import { type Post, type Progress, postByFetch, type RawReply } from './transport.ts'
import { xsrfHeader } from './xsrf.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** How many bytes have left; only a page can tell. Who asks for it may take any time, as long as bytes move. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** How long an answer may take where nobody sees the bytes move. Milliseconds. */
  limitMs?: number | undefined
}

export function urlOf(endpoint: Endpoint): string {
  const row = endpoints[endpoint]
  return settings.bases[row.base] + row.path
}

let postVisibly: Post | undefined

/** A page hands in a way of sending that shows how many bytes have left; a worker has none. */
export function seeBytes(post: Post): void {
  postVisibly = post
}

export const seesBytes = (): boolean => postVisibly !== undefined

/** Questions that have no answer yet. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Two presses may come before a page has drawn the first. The same question goes out once,
 * unless its asker may cancel it.
 * @throws ProblemError; anything else is a fault of ours.
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

/** Sends a body that is JSON already: the outbox keeps its requests frozen, as they will go out. */
export async function send<E extends Endpoint>(
  endpoint: E,
  json: string,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  try {
    const raw = await exchange(endpoint, json, options)
    // The row's schema gives exactly this row's reply; the compiler can't follow a key through the table.
    const reply = readReply(endpoints[endpoint].gives, raw, Date.now()) as ReplyOf<E>
    // A list may be one that the worker has kept: it proves no network.
    if (endpoints[endpoint].gives !== listReply) learnReach(undefined)
    return reply
  } catch (error) {
    const problem = problemOf(error)
    if (problem) learnReach(problem)
    throw error
  }
}

/** One question, one answer; a provider that no longer takes gzip is asked once more without. */
async function exchange(endpoint: Endpoint, json: string, options: CallOptions): Promise<RawReply> {
  const { base } = endpoints[endpoint]
  const small = isWorthGzip(base, json)
  const raw = await post(endpoint, small ? await gzipped(json) : json, options)
  if (!small || raw.code !== 415) return raw
  refuseGzip(base)
  return post(endpoint, json, options)
}

async function post(endpoint: Endpoint, body: string | Blob, options: CallOptions): Promise<RawReply> {
  const url = urlOf(endpoint)
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' }),
    ...(await xsrfHeader(url)),
  }
  const sending = { headers, signal: options.signal, onProgress: options.onProgress }
  const asked = Date.now()
  const visibly = options.onProgress && postVisibly
  const raw = await (visibly ? visibly(url, body, sending) : postByFetch(url, body, sending, options.limitMs))
  learnTime(raw.header('Date'), asked, Date.now())
  learnEncodings(endpoints[endpoint].base, raw.header('Accept-Encoding'))
  return raw
}
