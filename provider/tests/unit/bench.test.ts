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
    ['above it', { goal: { most: 140 } }, '| an upload |  | 150 ms |  | ≤ 140 ms | MISSED |'],
    ['beside another', { before: 100 }, '| an upload | 100 ms | 150 ms | 1.50 |  |  |'],
  ])('%s', (_, more, expected) => expect(row(more)).toBe(expected))
})

test('one part can be measured alone', () =>
  expect(readArguments(['--quick', '--only', 'slow']).only).toEqual(['slow']))
