import { describe, expect, test } from 'vitest'
import type { Problem } from '../../../src/core/api/problem.ts'
import type { Outcome } from '../../../src/core/api/schemas.ts'
import { applyEvent as become, type Event } from '../../../src/outbox/transitions.ts'
import { itemOf } from '../setup/items.ts'

const now = 1_000_000
const reply: Outcome = { status: 0, msg: 'Photo illisible' }
const answered = (status: number): Event => ({ kind: 'replied', outcome: { status, msg: 'dit' } })
const failed = (problem: Problem, chance = 0.5): Event => ({ kind: 'failed', problem, chance })
const http = (code: number, rest: { retryAfter?: number; reply?: Outcome } = {}): Problem => ({
  kind: 'http',
  code,
  ...rest,
})
const offline: Problem = { kind: 'offline' }

describe('an answer settles a request', () => {
  test('status 1, and nothing else, is success', () => {
    expect(become(itemOf({ attempts: 2, trouble: offline }), answered(1), now)).toEqual(
      itemOf({ state: 'accepted', attempts: 3, settledAt: now, reply: { status: 1, msg: 'dit' } }),
    )
  })

  test.each([-1, 0, 2, 3, 10])('status %i is a refusal, with the server’s words kept', status => {
    expect(become(itemOf({ trouble: offline }), answered(status), now)).toEqual(
      itemOf({ state: 'refused', attempts: 1, settledAt: now, reply: { status, msg: 'dit' } }),
    )
  })
})

describe('what was accepted never changes, whatever a late answer says', () => {
  const accepted = itemOf({ state: 'accepted', settledAt: 5 })
  test.each<[string, Event]>([
    ['a refusal', answered(0)],
    ['another success', answered(1)],
    ['a lost network', failed(offline)],
    ['an error', failed(http(422, { reply }))],
    ['a cancelled attempt', failed({ kind: 'cancelled' })],
    ['a wish to send it again', { kind: 'resent' }],
  ])('%s', (_, event) => expect(become(accepted, event, now)).toBe(accepted))
})

describe('an error with which the provider itself says no is a refusal', () => {
  test.each<[string, Problem]>([
    ['400 with its words', http(400, { reply })],
    ['401 with its words', http(401, { reply })],
    ['404 with its words', http(404, { reply })],
    ['409 with its words', http(409, { reply })],
    ['413 with its words', http(413, { reply })],
    ['422 with its words', http(422, { reply })],
  ])('%s', (_, problem) => {
    const item = become(itemOf({ trouble: offline }), failed(problem), now)
    expect(item).toMatchObject({ state: 'refused', attempts: 1, settledAt: now, trouble: problem })
    expect(item.reply).toEqual(problem.kind === 'http' ? problem.reply : undefined)
  })
})

describe('everything else passes with time: the request waits', () => {
  test.each<[string, Problem]>([
    ['no network', offline],
    ['a time-out', { kind: 'timeout' }],
    ['a stalled transfer', { kind: 'stalled' }],
    ['a captive portal', { kind: 'captive' }],
    ['a cut or empty answer', { kind: 'contract' }],
    ['408, even with words', http(408, { reply })],
    ['425, even with words', http(425, { reply })],
    ['429, even with words', http(429, { reply })],
    ['500, even with words', http(500, { reply })],
    ['502', http(502)],
    ['503', http(503)],
    ['599', http(599)],
    ['a gateway’s 403', http(403)],
    ['a token that another application has spoilt', http(403, { reply })],
    ['a gateway’s 406', http(406)],
    ['a gateway’s 413', http(413)],
    ['a gateway’s 422', http(422)],
    ['a gateway’s 404', http(404)],
    ['a proxy that wants a login', http(407)],
    ['a redirect to nowhere', http(302)],
  ])('%s', (_, problem) => {
    expect(become(itemOf({ attempts: 3 }), failed(problem), now)).toEqual(
      itemOf({ attempts: 4, notBefore: now + 8_000, trouble: problem }),
    )
  })

  test('an attempt that was cancelled costs no pause and counts for nothing', () => {
    const item = itemOf({ attempts: 3, notBefore: 5, trouble: offline })
    expect(become(item, failed({ kind: 'cancelled' }), now)).toEqual({ ...item, notBefore: now })
  })
})

describe('the pause before the next attempt', () => {
  const pause = (attempts: number, chance: number, problem: Problem = offline) =>
    become(itemOf({ attempts }), failed(problem, chance), now).notBefore - now
  const luckless = 1 - Number.EPSILON

  test.each([
    [0, 2_000],
    [1, 4_000],
    [2, 8_000],
    [5, 64_000],
    [7, 256_000],
    [8, 300_000],
    [1_000, 300_000],
    [Number.MAX_SAFE_INTEGER, 300_000],
  ])('after %i attempts lies anywhere from half a second to %i ms', (attempts, ceiling) => {
    expect(pause(attempts, 0)).toBe(500)
    expect(pause(attempts, luckless)).toBe(ceiling)
    expect(pause(attempts, 0.5)).toBe(ceiling / 2)
  })

  test.each([429, 503])('of a busy server (%i) is obeyed, also beyond our longest', code => {
    expect(pause(0, 0, http(code, { retryAfter: 120 }))).toBe(120_000)
    expect(pause(0, luckless, http(code, { retryAfter: 3600 }))).toBe(3_600_000)
  })

  test('of a busy server that asks for less than we would take is not shortened', () => {
    expect(pause(8, 0.5, http(503, { retryAfter: 1 }))).toBe(150_000)
    expect(pause(0, 0, http(503, { retryAfter: 0 }))).toBe(500)
  })
})

describe('a student who sends a refused photo again', () => {
  test('begins anew, without the old words', () => {
    const refused = itemOf({ state: 'refused', attempts: 4, notBefore: 5, settledAt: 6, reply, trouble: http(422) })
    expect(become(refused, { kind: 'resent' }, now)).toEqual(itemOf({ notBefore: now }))
  })
})

test('an item is never changed in place', () => {
  const item = Object.freeze(itemOf())
  const events: Event[] = [answered(1), answered(0), failed(offline), failed(http(422)), { kind: 'resent' }]
  for (const event of events) expect(become(item, event, now)).not.toBe(item)
  expect(item).toEqual(itemOf())
})
