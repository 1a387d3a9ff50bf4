import { describe, expect, test } from 'vitest'
import {
  attemptsLeft,
  countWrong,
  isSpent,
  noneWrong,
  settledWait,
  type Wrong,
  waitAfter,
  waitLeft,
} from '../../../../src/core/crypto/codes.rule.ts'

describe('wrong codes', () => {
  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 30_000],
    [4, 60_000],
    [5, 120_000],
    [9, 1_920_000],
  ])('%i of them make wait %i ms', (count, ms) => expect(waitAfter(count)).toBe(ms))

  test('are counted with the wait that they would cost, before they are looked at', () => {
    expect(countWrong(noneWrong, 1_000)).toEqual({ count: 1, until: 1_000 })
    expect(countWrong({ count: 2, until: 0 }, 1_000)).toEqual({ count: 3, until: 31_000 })
  })

  test('are spent with the tenth', () => {
    expect(isSpent({ count: 9, until: 0 })).toBe(false)
    expect(isSpent({ count: 10, until: 0 })).toBe(true)
    expect([0, 3, 10, 11].map(count => attemptsLeft({ count, until: 0 }))).toEqual([10, 7, 0, 0])
  })
})

describe('a wait', () => {
  const wrong: Wrong = { count: 4, until: 100_000 }
  test.each([
    ['has just begun', 40_000, 60_000],
    ['is half over', 70_000, 30_000],
    ['is over', 100_000, 0],
    ['is long over', 900_000, 0],
  ])('%s', (_, now, left) => expect(waitLeft(settledWait(wrong, now), now)).toBe(left))

  test('begins anew when the clock was set back, and is then no longer than it ever was', () => {
    const settled = settledWait(wrong, 1_000)
    expect(settled).toEqual({ count: 4, until: 61_000 })
    expect(settledWait(settled, 30_000)).toBe(settled)
    expect(waitLeft(settled, 61_000)).toBe(0)
  })
})
