import { expect, test } from 'vitest'
import { isSlowLine, learnLineSpeed } from '../../../../src/core/api/line-speed.ts'

test('a line is slow when the last whole photo took longer than 10 KB a second; short calls say nothing', () => {
  expect(isSlowLine()).toBe(false)
  learnLineSpeed(300, 9_000)
  expect(isSlowLine()).toBe(false)
  learnLineSpeed(100_000, 10_100)
  expect(isSlowLine()).toBe(true)
  learnLineSpeed(300, 10)
  expect(isSlowLine()).toBe(true)
  learnLineSpeed(100_000, 9_900)
  expect(isSlowLine()).toBe(false)
})
