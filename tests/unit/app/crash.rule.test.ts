import { expect, test } from 'vitest'
import { isWorthAnotherTry } from '../../../src/app/crash.rule.ts'

test.each([
  ['never before', Number.NEGATIVE_INFINITY, 0, true],
  ['at this very moment', 5_000, 5_000, false],
  ['a moment ago', 5_000, 15_000, false],
  ['a while ago', 5_000, 15_001, true],
])('a screen that was drawn anew %s', (_, triedAt, now, isWorth) => {
  expect(isWorthAnotherTry(triedAt, now)).toBe(isWorth)
})
