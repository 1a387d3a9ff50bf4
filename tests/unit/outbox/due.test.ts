import { describe, expect, test } from 'vitest'
import type { Problem } from '../../../src/core/api/problem.ts'
import { findDueItem, findWakeTime, hurryItem } from '../../../src/outbox/transitions.ts'
import { itemOf } from '../setup/items.ts'

const now = 1_000_000
const minute = 60_000
const offline: Problem = { kind: 'offline' }
const ordered = (retryAfter: number): Problem => ({ kind: 'http', code: 503, retryAfter })

describe('when the network is back', () => {
  test.each<[string, Problem | undefined]>([
    ['had no network', offline],
    ['got half an answer', { kind: 'contract' }],
    ['waits for its first attempt', undefined],
  ])('what %s may go at once', (_, trouble) => {
    const item = itemOf({ notBefore: now + minute, ...(trouble && { trouble }) })
    expect(hurryItem(item, now)).toEqual({ ...item, notBefore: now })
  })

  test('what met a broken server keeps its pause: the network was not what it waits for', () => {
    const item = itemOf({ notBefore: now + minute, trouble: { kind: 'http', code: 500 } })
    expect(hurryItem(item, now)).toBe(item)
  })

  test.each([
    ['a pause that the provider asked for is obeyed', itemOf({ notBefore: now + minute, trouble: ordered(60) })],
    ['a refused photo stays refused', itemOf({ state: 'refused', notBefore: now + minute })],
    ['an accepted photo stays accepted', itemOf({ state: 'accepted', notBefore: now + minute })],
    ['what may go already is left alone', itemOf({ notBefore: now })],
  ])('%s', (_, item) => expect(hurryItem(item, now)).toBe(item))
})

describe('the next to be sent', () => {
  const old = itemOf({ id: 'old', createdAt: 1 })
  const young = itemOf({ id: 'young', createdAt: 2 })
  const paused = itemOf({ id: 'paused', createdAt: 0, notBefore: now + 1 })

  test('is the oldest that may go', () => {
    expect(findDueItem([young, paused, old], now)).toBe(old)
    expect(findDueItem([young, paused], now)).toBe(young)
  })

  test('is the one that may go for the longest: an old one whose every attempt hangs holds up no other', () => {
    const hanging = itemOf({ id: 'hanging', createdAt: 0, attempts: 9, notBefore: now - 1 })
    expect(findDueItem([hanging, young], now)).toBe(young)
    expect(findDueItem([hanging], now)).toBe(hanging)
  })

  test('is the paused one from its very millisecond on', () => {
    expect(findDueItem([paused], now)).toBeUndefined()
    expect(findDueItem([paused], now + 1)).toBe(paused)
  })

  test('is the same one for every tab, also of two from the same millisecond', () => {
    const [a, b] = [itemOf({ id: 'a' }), itemOf({ id: 'b' })]
    expect([findDueItem([a, b], now), findDueItem([b, a], now)]).toEqual([a, a])
  })

  test.each([
    ['nothing is there', []],
    ['all is refused or accepted', [itemOf({ state: 'refused' }), itemOf({ state: 'accepted' })]],
    ['all is paused', [paused]],
  ])('is nothing when %s', (_, items) => expect(findDueItem(items, now)).toBeUndefined())

  test('leaves the list as it was', () => {
    const items = Object.freeze([young, old])
    findDueItem(items, now)
    expect(items).toEqual([young, old])
  })
})

describe('a phone whose clock is set back', () => {
  test('sends at once what would otherwise wait for years', () => {
    const stranded = itemOf({ notBefore: now + 365 * 24 * 60 * minute, trouble: offline })
    expect(findDueItem([stranded], now)).toBe(stranded)
  })

  test('obeys the longest pause of ours and the one that the provider asked for', () => {
    expect(findDueItem([itemOf({ notBefore: now + 5 * minute, trouble: offline })], now)).toBeUndefined()
    const hour = itemOf({ notBefore: now + 60 * minute, trouble: ordered(3600) })
    expect(findDueItem([hour], now)).toBeUndefined()
    expect(findDueItem([hour], now - 1)).toBe(hour)
  })
})

describe('the time to look again', () => {
  test('is the earliest of what waits', () => {
    const later = itemOf({ notBefore: 9 })
    expect(findWakeTime([later, itemOf({ notBefore: 7 }), itemOf({ state: 'refused', notBefore: 1 })])).toBe(7)
  })
  test('is never, when nothing waits', () => {
    expect(findWakeTime([])).toBeUndefined()
    expect(findWakeTime([itemOf({ state: 'accepted' })])).toBeUndefined()
  })
})
