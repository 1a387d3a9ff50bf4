import * as v from 'valibot'
import { contract } from '../calls.ts'
import { refusal } from '../schemas.ts'
import {
  applyEvent,
  type BodyOf,
  type Endpoint,
  endpoints,
  type Problem,
  problemOf,
  type RawReply,
  type ReplyOf,
  readReply,
  type WaitingEndpoint,
} from '../shared.ts'
import type { Caller } from './caller.ts'
import type { Level, Report } from './report.ts'

export interface Run {
  caller: Caller
  report: Report
}

/** The result of a call: the reply as the portal reads it, or why the portal cannot read one. */
export type Heard<E extends Endpoint> =
  | { reply: ReplyOf<E>; problem?: never }
  | { reply?: never; problem: Problem }

const promise = 'its answer is what the contract says'

/**
 * Calls as the portal does, and validates the answer by the portal's schema and by the contract's
 * strict one.
 */
export async function ask<E extends Endpoint>(
  run: Run,
  endpoint: E,
  body: BodyOf<E>,
  gzip = false,
): Promise<Heard<E>> {
  const { report, caller } = run
  const { path } = endpoints[endpoint]
  let raw: RawReply | undefined
  try {
    raw = await caller.call(endpoint, body, gzip)
    // The row's schema gives exactly this row's reply; the compiler can't follow a key through the
    // table.
    const reply = readReply(endpoints[endpoint].gives, raw, Date.now()) as ReplyOf<E>
    const strictly = v.safeParse(contract[endpoint].gives, JSON.parse(raw.text))
    report.judge(
      'borne',
      path,
      promise,
      !strictly.success && `${issuesIn(strictly.issues)}; the portal reads it all the same`,
    )
    return { reply }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    tell(run, endpoint, problem, raw)
    return { problem }
  }
}

function tell(
  { report }: Run,
  endpoint: Endpoint,
  problem: Problem,
  raw: RawReply | undefined,
): void {
  const { path } = endpoints[endpoint]
  const text = raw?.text ?? ''
  if (problem.kind !== 'http') {
    report.differs('breaks', path, promise, fault(endpoint, problem, text))
    return
  }
  const { code } = problem
  const stands = 'no ordinary call is answered by 429 or by a fault of the server'
  if (code === 429 || code >= 500)
    report.differs(
      'breaks',
      path,
      stands,
      `HTTP ${code} ${quote(text)}: what stands behind it was not looked at`,
    )
  else if ([404, 405, 501].includes(code))
    report.differs('breaks', path, 'the provider knows the call', `HTTP ${code} ${quote(text)}`)
  const words = 'an error of HTTP has an outcome as its body, whose msg the student reads'
  const strictly = v.safeParse(refusal, json(text))
  report.judge('borne', path, words, !strictly.success && `HTTP ${code} ${quote(text)}`)
}

function fault(endpoint: Endpoint, problem: Problem, text: string): string {
  if (problem.kind === 'captive')
    return `a page of HTML where JSON is promised, taken for a hotspot's: ${quote(text)}`
  if (problem.kind !== 'contract')
    return problem.kind === 'timeout' ? 'no answer in time' : 'the connection failed'
  if (json(text) === undefined) return `no JSON: ${quote(text)}`
  const { issues } = v.safeParse(endpoints[endpoint].gives, json(text))
  return `the portal can't read it (${issuesIn(issues ?? [])}): ${quote(text)}`
}

function issuesIn(issues: readonly v.BaseIssue<unknown>[]): string {
  // For a union, the issues of the closest alternative say more than "no alternative matches".
  const flat = issues.map(
    issue => [...(issue.issues ?? [])].sort((a, b) => depth(b) - depth(a))[0] ?? issue,
  )
  const said = flat.map(issue => {
    const path = v.getDotPath(issue)
    return `${path ?? 'the answer'}: expected ${issue.expected ?? 'another form'}, received ${issue.received}`
  })
  return [...new Set(said)].slice(0, 4).join('; ')
}

const depth = (issue: v.BaseIssue<unknown>) => issue.path?.length ?? 0

export function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const quote = (text: string) => `"${text.replace(/\s+/g, ' ').trim().slice(0, 120)}"`

/** The answer in words, for the reader of the report. */
export function said(heard: { reply?: unknown; problem?: Problem | undefined }): string {
  const { problem, reply } = heard
  if (!problem) return quote(JSON.stringify(reply))
  if (problem.kind !== 'http') return problem.kind
  return `HTTP ${problem.code}${problem.reply ? ` ${quote(JSON.stringify(problem.reply))}` : ''}`
}

export type Fate = 'accepted' | 'refused' | 'waiting'

/**
 * What the outbox would do with a waiting request after this answer: the outbox's own function
 * decides.
 */
export function fateOf<E extends WaitingEndpoint>(endpoint: E, heard: Heard<E>): Fate {
  const named = {
    id: '',
    shape: 1,
    dossier: '',
    requestKey: 'save',
    endpoint,
    digest: '',
    state: 'waiting',
  } as const
  const item = { ...named, bytes: 0, attempts: 0, notBefore: 0, createdAt: 0 }
  const event = heard.problem
    ? ({ kind: 'failed', problem: heard.problem, chance: 0 } as const)
    : ({ kind: 'replied', outcome: heard.reply } as const)
  return applyEvent(item, event, 0).state
}

/** A call that the provider must accept: any other answer stops the student. */
export async function mustAccept<E extends WaitingEndpoint>(
  run: Run,
  endpoint: E,
  body: BodyOf<E>,
  says: string,
  gzip = false,
): Promise<boolean> {
  const heard = await ask(run, endpoint, body, gzip)
  const accepted = fateOf(endpoint, heard) === 'accepted'
  const { path } = endpoints[endpoint]
  run.report.judge('breaks', path, says, !accepted && said(heard))
  return accepted
}

/**
 * A call that the provider must refuse finally: otherwise the outbox repeats it for ever, and the
 * student gets no message.
 */
export async function mustRefuse<E extends WaitingEndpoint>(
  run: Run,
  endpoint: E,
  body: BodyOf<E>,
  { says, accepted, means }: { says: string; accepted: Level; means: string },
): Promise<void> {
  const { report } = run
  const { path } = endpoints[endpoint]
  const heard = await ask(run, endpoint, body)
  const fate = fateOf(endpoint, heard)
  if (fate === 'refused') report.holds(path, says)
  else if (fate === 'accepted') report.differs(accepted, path, says, `${said(heard)}: ${means}`)
  else
    report.differs('breaks', path, says, `${said(heard)}: the portal would send it again for ever`)
}
