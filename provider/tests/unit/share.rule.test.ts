import { expect, test } from 'vitest'
import { shareOf } from '../../src/limits/share.rule.ts'

test.each([
  [[], 10, Number.MAX_SAFE_INTEGER],
  [[3, 3, 3], 9, Number.MAX_SAFE_INTEGER],
  [[1, 100, 2], 10, 7],
  [[5, 5], 8, 4],
  [[1, 2, 50, 60], 33, 15],
])('of %j, so that %i are left, each keeps %i at most', (amounts, most, level) => {
  expect(shareOf(amounts, most)).toBe(level)
})
