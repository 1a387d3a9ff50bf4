import { describe, expect, test } from 'vitest'
import { readArguments } from '../../bench/speed/arguments.ts'
import { type Figure, median, ratioOf, untaken, verdictOf } from '../../bench/speed/figures.ts'
import { asRatio, table } from '../../bench/speed/table.ts'

const figure = (more: Partial<Figure>): Figure => ({ name: 'first text', unit: 's', runs: {}, ...more })

describe('the median of several runs', () => {
  test.each([
    [[], undefined],
    [[3], 3],
    [[3, 1], 2],
    [[9, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %s', (values, expected) => expect(median(values)).toBe(expected))
})

describe('a figure', () => {
  const runs = { portal: [2, 2, 9], page: [1.9], ordinary: [4] }

  test('is held against what its goal names', () => {
    expect(ratioOf(figure({ runs, goal: { most: 0.6, against: 'ordinary' } }))).toBe(0.5)
    expect(ratioOf(figure({ runs }))).toBeCloseTo(1.053)
  })

  test.each<[string, Partial<Figure>, string]>([
    ['no goal', { runs }, ''],
    ['at the goal', { runs, goal: { most: 2 } }, 'met'],
    ['above the goal', { runs, goal: { most: 1.99 } }, 'MISSED'],
    ['a ratio at its goal', { runs, goal: { most: 0.5, against: 'ordinary' } }, 'met'],
    ['a ratio above it', { runs, goal: { most: 1.05, against: 'page' } }, 'MISSED'],
    ['more is better', { runs: { portal: [99] }, goal: { least: 100 } }, 'MISSED'],
    ['nothing measured', { goal: { most: 2 } }, 'not measured'],
    ['nothing to hold it against', { runs: { portal: [2] }, goal: { most: 2, against: 'page' } }, 'not measured'],
  ])('with %s', (_, more, verdict) => expect(verdictOf(figure(more))).toBe(verdict))

  test('that could not be taken is still in the table, with the reason', () => {
    const lines = table([figure({ runs }), untaken('memory', 'no browser')])
    expect(lines).toMatch(/^first text +2\.00 s +1\.90 s +4\.00 s +— +— +1\.05$/m)
    expect(lines).toMatch(/^memory .*not measured$/m)
    expect(lines).toContain('* memory: no browser')
  })
})

test('a small ratio reads as a fraction', () => {
  expect([0.05, 0.5, 1.049].map(asRatio)).toEqual(['1/20.0', '0.50', '1.05'])
})

describe('what is typed after "npm run bench --"', () => {
  test('chooses parts, their order and the number of runs', () => {
    const { only, runs } = readArguments(['--only', 'offline,first-sight', '--runs', '3'])
    expect({ only, runs }).toEqual({ only: ['offline', 'first-sight'], runs: 3 })
    expect(readArguments(['--quick']).runs).toBe(1)
    expect([readArguments([]).npmStart, readArguments(['--npm-start']).npmStart]).toEqual([false, true])
  })

  test('names a commit to be measured in the same run', () => {
    expect(readArguments(['--beside', '15948a5']).beside).toBe('15948a5')
    expect(() => readArguments(['--beside', 'main; ls'])).toThrow('takes a commit')
  })

  test.each([['--fast'], ['--runs'], ['--only']])('is refused in words when it is only %s', word =>
    expect(() => readArguments([word])).toThrow(/known|takes|no part/),
  )
})
