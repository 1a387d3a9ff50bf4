import { describe, expect, test } from 'vitest'
import { readArguments } from '../bench/arguments.ts'
import { type Figure, table } from '../bench/figures.ts'

const row = (more: Partial<Figure>) =>
  table([{ name: 'an upload', unit: 'ms', value: 150, ...more }])
    .split('\n')
    .at(-1)

describe('a figure of the server', () => {
  test.each<[string, Partial<Figure>, string]>([
    ['alone', {}, '| an upload |  | 150 ms |  |  |  |'],
    ['below what it may be', { goal: { most: 160 } }, '| an upload |  | 150 ms |  | ≤ 160 ms | met |'],
    [
      'beside another',
      { before: 100, goal: { mostTimes: 1.5 } },
      '| an upload | 100 ms | 150 ms | 1.50 | ≤ 1.5 × | met |',
    ],
    [
      'too far from it',
      { before: 100, goal: { mostTimes: 1.3 } },
      '| an upload | 100 ms | 150 ms | 1.50 | ≤ 1.3 × | MISSED |',
    ],
    ['beside nothing', { goal: { mostTimes: 1.3 } }, '| an upload |  | 150 ms |  | ≤ 1.3 × | MISSED |'],
  ])('%s', (_, more, expected) => expect(row(more)).toBe(expected))
})

test('the part with the cluster can be measured alone', () =>
  expect(readArguments(['--quick', '--only', 'cluster']).only).toEqual(['cluster']))
