import { describe, expect, test } from 'vitest'
import type { Problem } from '../../../src/core/api/problem.ts'
import type { Outcome } from '../../../src/core/api/schemas.ts'
import type { Upload } from '../../../src/core/api/upload.ts'
import { type Item, mayGo } from '../../../src/outbox/item.ts'
import {
  applyEvent as become,
  type Event,
  findDueItem,
  findWakeTime,
  hurryItem,
  withUpload,
} from '../../../src/outbox/transitions.ts'
import { itemOf } from '../setup/items.ts'
import { accept, refusal } from '../setup/requests.ts'

const now = 1_000_000
const minute = 60_000
const reply: Outcome = { status: 0, msg: 'Photo illisible' }
const answered = (status: number): Event => ({ kind: 'replied', outcome: { status, msg: 'dit' } })
const failed = (problem: Problem, chance = 0.5): Event => ({ kind: 'failed', problem, chance })
const http = (code: number, rest: { retryAfter?: number; reply?: Outcome } = {}): Problem => {
  return { kind: 'http', code, ...rest }
}
const offline: Problem = { kind: 'offline' }

describe('an answer settles a request', () => {
  test.each([[1, 'accepted'], ...[-1, 0, 2, 3, 10].map(status => [status, 'refused'] as const)] as const)(
    'status %i: %s, with the server’s words kept',
    (status, state) => {
      expect(become(itemOf({ attempts: 2, trouble: offline }), answered(status), now)).toEqual(
        itemOf({ state, attempts: 3, settledAt: now, reply: { status, msg: 'dit' } }),
      )
    },
  )

  test.each<Event>([
    answered(0),
    answered(1),
    failed(offline),
    failed(http(422, { reply })),
    failed({ kind: 'cancelled' }),
    { kind: 'resent' },
  ])('and what was accepted never changes, whatever comes late: %j', event => {
    const accepted = itemOf({ state: 'accepted', settledAt: 5 })
    expect(become(accepted, event, now)).toBe(accepted)
  })

  test.each([400, 401, 404, 409, 413, 422])('an error %i with the provider’s own words is a refusal', code => {
    const trouble = http(code, { reply })
    const settled = { state: 'refused', attempts: 1, settledAt: now, trouble, reply }
    expect(become(itemOf({ trouble: offline }), failed(trouble), now)).toMatchObject(settled)
  })

  test('a refused photo that is sent again begins anew, without the old words', () => {
    const refused = itemOf({ state: 'refused', attempts: 4, notBefore: 5, settledAt: 6, reply, trouble: http(422) })
    expect(become(refused, { kind: 'resent' }, now)).toEqual(itemOf({ notBefore: now }))
  })
})

describe('everything else passes with time: the request waits', () => {
  const kinds = ['offline', 'timeout', 'stalled', 'captive', 'contract'] as const
  /** Of a gateway, a proxy or a redirect to nowhere. */
  const wordless = [302, 403, 404, 406, 407, 413, 422, 502, 503, 599]
  /** With 403: a token that another application has spoilt. */
  const withWords = [403, 408, 425, 429, 500]
  test.each([
    ...kinds.map((kind): Problem => ({ kind })),
    ...wordless.map(code => http(code)),
    ...withWords.map(code => http(code, { reply })),
  ])('%j', problem => {
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
    expect([0, luckless, 0.5].map(chance => pause(attempts, chance))).toEqual([500, ceiling, ceiling / 2])
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

describe('when the network is back', () => {
  test.each<Partial<Item>>([{ trouble: offline }, { trouble: { kind: 'contract' } }, {}])(
    'what waits only for it may go at once: %j',
    change => {
      const item = itemOf({ notBefore: now + minute, ...change })
      expect(hurryItem(item, now)).toEqual({ ...item, notBefore: now })
    },
  )

  test.each([
    ['what met a broken server', itemOf({ notBefore: now + minute, trouble: http(500) })],
    ['a pause of the provider', itemOf({ notBefore: now + minute, trouble: http(503, { retryAfter: 60 }) })],
    ['a refused photo', itemOf({ state: 'refused', notBefore: now + minute })],
    ['an accepted photo', itemOf({ state: 'accepted', notBefore: now + minute })],
    ['what may go already', itemOf({ notBefore: now })],
  ])('%s stays as it is', (_, item) => expect(hurryItem(item, now)).toBe(item))
})

describe('the next to be sent', () => {
  const old = itemOf({ id: 'old', createdAt: 1 })
  const young = itemOf({ id: 'young', createdAt: 2 })
  const paused = itemOf({ id: 'paused', createdAt: 0, notBefore: now + 1 })
  const hanging = itemOf({ id: 'hanging', createdAt: 0, attempts: 9, notBefore: now - 1 })
  const held = itemOf({ id: 'held', held: true })
  const settled = [itemOf({ state: 'refused' }), itemOf({ state: 'accepted' })]
  const [a, b] = [itemOf({ id: 'a' }), itemOf({ id: 'b' })]

  test.each([
    ['the oldest that may go', [young, paused, old], 'old'],
    ['none that is paused', [young, paused], 'young'],
    ['the one that may go for the longest: one whose every attempt hangs holds up no other', [hanging, young], 'young'],
    ['that one where it is alone', [hanging], 'hanging'],
    ['one and the same for every tab, of two from the same millisecond', [a, b], 'a'],
    ['in whatever order they are read', [b, a], 'a'],
    ['of another dossier than one that is held', [held, itemOf({ id: 'other', dossier: 'dossier-2' })], 'other'],
    ['none where nothing is there', [], undefined],
    ['none where all is settled', settled, undefined],
    ['none where all is paused', [paused], undefined],
    ['none where all is held', [held], undefined],
  ])('is %s', (_, items, next) => expect(findDueItem(Object.freeze(items), now)?.id).toBe(next))

  test('is the paused one from its very millisecond on', () => {
    expect(findDueItem([paused], now + 1)).toBe(paused)
  })

  test('is looked for again at the earliest time of what waits, and never where nothing does', () => {
    const items = [itemOf({ notBefore: 9 }), itemOf({ notBefore: 7 }), itemOf({ state: 'refused', notBefore: 1 })]
    expect(findWakeTime(items)).toBe(7)
    for (const none of [[], settled, [held]]) expect(findWakeTime(none)).toBeUndefined()
  })

  test('does not wait for years on a phone whose clock is set back, and obeys the longest pauses', () => {
    const stranded = itemOf({ notBefore: now + 365 * 24 * 60 * minute, trouble: offline })
    expect(findDueItem([stranded], now)).toBe(stranded)
    expect(findDueItem([itemOf({ notBefore: now + 5 * minute, trouble: offline })], now)).toBeUndefined()
    const hour = itemOf({ notBefore: now + 60 * minute, trouble: http(503, { retryAfter: 3600 }) })
    expect(findDueItem([hour], now)).toBeUndefined()
    expect(findDueItem([hour], now - 1)).toBe(hour)
  })
})

test('what is held does not go, stays held when it is refused and sent again, and not when it is accepted', () => {
  const held = itemOf({ held: true })
  expect(mayGo(held)).toBe(false)
  const refused = become(held, refusal, 9)
  expect(refused).toMatchObject({ state: 'refused', held: true })
  expect(become(refused, { kind: 'resent' }, 10)).toMatchObject({ state: 'waiting', held: true })
  expect(become(held, accept, 9)).not.toHaveProperty('held')
})

describe('an upload in parts', () => {
  const stands: Upload = { address: '/2021/v1/uploads/a', digest: 'd', gzip: true, size: 90_000, arrived: 20_000 }
  const cut: Event = { kind: 'failed', problem: offline, chance: 0, cut: true }
  const cutTwice = become(become(itemOf(), cut, 0), cut, 1)

  test('that has come further is no failed attempt: the next one comes soon', () => {
    const further = withUpload(itemOf({ attempts: 7 }), stands)
    expect(further.attempts).toBe(0)
    expect(withUpload({ ...further, attempts: 7 }, stands).attempts).toBe(7)
    expect(become(further, failed(offline, 0.99), 0).notBefore).toBeLessThan(2_000)
  })

  test('is tried after cuts in a row, which are counted, and count no more then', () => {
    expect(itemOf().cuts).toBeUndefined()
    expect(cutTwice.cuts).toBe(2)
    expect(withUpload(cutTwice, stands)).not.toHaveProperty('cuts')
  })

  test.each<Event>([{ ...cut, cut: false }, failed({ kind: 'cancelled' })])('cuts stay counted at %j', event => {
    expect(become(cutTwice, event, 2).cuts).toBe(2)
  })

  const asks: Event = { kind: 'replied', outcome: { status: 0, msg: '', codeRequis: true } }
  test.each<Event>([failed(http(503)), asks, answered(1), answered(0)])('cuts are no longer in a row at %j', event => {
    expect(become(cutTwice, event, 2)).not.toHaveProperty('cuts')
  })
})

test('an item is never changed in place', () => {
  const item = Object.freeze(itemOf())
  const events: Event[] = [answered(1), answered(0), failed(offline), failed(http(422)), { kind: 'resent' }]
  for (const event of events) expect(become(item, event, now)).not.toBe(item)
  expect(item).toEqual(itemOf())
})
