import { expect, test } from 'vitest'
import { Counter } from '../../../server/counters.ts'

test('the count of a flood takes neither memory nor time', () => {
  const counter = new Counter([{ most: 300, windowMs: 900_000 }])
  const began = performance.now()
  for (let time = 0; time < 200_000; time += 1) counter.record('one', time)
  expect(performance.now() - began).toBeLessThan(3000)
  expect(counter.waitMs('one', 200_000)).toBeGreaterThan(0)
})
