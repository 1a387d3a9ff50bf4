import { expect, test } from 'vitest'
import { isSlowLine, learnSpeed } from '../../../../src/core/api/transport.ts'

test('a line is slow when the last whole photo took longer than 10 KB a second; short calls say nothing', () => {
  expect(isSlowLine()).toBe(false)
  learnSpeed(300, 9_000)
  expect(isSlowLine()).toBe(false)
  learnSpeed(100_000, 10_100)
  expect(isSlowLine()).toBe(true)
  learnSpeed(300, 10)
  expect(isSlowLine()).toBe(true)
  learnSpeed(100_000, 9_900)
  expect(isSlowLine()).toBe(false)
})
