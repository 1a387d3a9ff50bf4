import * as v from 'valibot'
import { learnTime } from './clock.ts'
import { type BodyOf, type Endpoint, endpoints, type ReplyOf } from './endpoints.ts'
import { problemOf } from './problem.ts'
import { learnReach } from './reach.ts'
import { readReply } from './read.ts'
import { readSettings } from './settings.ts'
import { type Progress, postByFetch, postByXhr, type Sending } from './transport.ts'
import { xsrfHeader } from './xsrf.ts'

const { bases } = readSettings(import.meta.env)

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Where it can be told (a page), the bytes that have left. Asking for it lifts the limit on a slow transfer. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** In milliseconds; how long an answer may take where no progress can be told. */
  limitMs?: number | undefined
}

export function urlOf(endpoint: Endpoint): string {
  const row = endpoints[endpoint]
  return bases[row.base] + row.path
}

/** @throws ProblemError; anything else is a fault of ours. */
export function call<E extends Endpoint>(endpoint: E, body: BodyOf<E>, options?: CallOptions): Promise<ReplyOf<E>> {
  return send(endpoint, JSON.stringify(v.parse(endpoints[endpoint].takes, body)), options)
}

/** Sends a body that is JSON already: the outbox keeps its requests frozen, as they will go out. */
export async function send<E extends Endpoint>(
  endpoint: E,
  json: string,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const url = urlOf(endpoint)
  const sending = {
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...(await xsrfHeader(url)) },
    signal: options.signal,
    onProgress: options.onProgress,
  }
  try {
    const reply = await exchange(endpoint, url, json, sending, options.limitMs)
    learnReach(undefined)
    return reply
  } catch (error) {
    const problem = problemOf(error)
    if (problem) learnReach(problem)
    throw error
  }
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  url: string,
  json: string,
  sending: Sending,
  limitMs?: number,
) {
  const asked = Date.now()
  const withProgress = sending.onProgress !== undefined && typeof XMLHttpRequest === 'function'
  const answer = withProgress ? await postByXhr(url, json, sending) : await postByFetch(url, json, sending, limitMs)
  const answered = Date.now()
  learnTime(answer.header('Date'), asked, answered)
  // The row's schema gives exactly this row's reply; the compiler can't follow a key through the table.
  return readReply(endpoints[endpoint].answers, answer, answered) as ReplyOf<E>
}
