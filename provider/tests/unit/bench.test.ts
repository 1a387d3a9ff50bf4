import { expect, test } from 'vitest'
import { table } from '../bench/figures.ts'

test.each([
  ['alone', undefined, '| an upload |  | 150 ms |  |'],
  ['beside another', 100, '| an upload | 100 ms | 150 ms | 1.50 |'],
])('a figure of the server %s', (_, before, row) =>
  expect(
    table([{ name: 'an upload', unit: 'ms', value: 150, before }])
      .split('\n')
      .at(-1),
  ).toBe(row),
)
