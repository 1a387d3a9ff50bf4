import { describe, expect, test } from 'vitest'
import { guessesOf, waitMs } from '../../src/limits/counts.ts'
import { atMost, counts, countsKeptMs, type Limits, ownCounts } from '../../src/limits/rates.ts'

const minute = 60_000
const hour = 60 * minute
const limits = [atMost(2, 10 * minute), atMost(3, hour)]

describe('how long the next one waits', () => {
  test.each<[what: string, times: number[], now: number, addresses: number, wait: number]>([
    ['nothing has come', [], 0, 1, 0],
    ['one may still come', [0], minute, 1, 0],
    ['the short limit is used up', [0, minute], 2 * minute, 1, 8 * minute],
    ['its first has left the window', [0, minute], 10 * minute, 1, 0],
    ['the long limit is used up', [0, 11 * minute, 22 * minute], 33 * minute, 1, 27 * minute],
    ['both are, and the longer wait counts', [0, 50 * minute, 51 * minute], 52 * minute, 1, 8 * minute],
    ['a site has as much as its addresses', [0, 1, 2, 3], 4, 8, 0],
    ['and no more', Array(16).fill(0), 1, 8, 10 * minute - 1],
    ['a clock was a year ahead', [0, 1, 365 * 24 * hour], minute, 1, 9 * minute],
    ['a clock was a year ahead, and little came since', [0, 365 * 24 * hour], minute, 1, 0],
  ])('%s', (_, times, now, addresses, wait) => expect(waitMs(times, limits, now, addresses)).toBe(wait))
})

describe('the table of counts', () => {
  const all: [string, Limits][] = Object.entries({ ...counts, ...ownCounts }).flatMap(([kind, one]) =>
    Array.isArray(one)
      ? [[kind, one]]
      : Object.entries(one).map(([name, which]): [string, Limits] => [`${kind} ${name}`, which]),
  )

  test.each(all)('%s looks back no further than rows are kept, and a longer window allows more', (_, row) => {
    for (const [at, { most, windowMs }] of row.entries()) {
      expect(windowMs).toBeLessThanOrEqual(countsKeptMs)
      const before = row[at - 1]
      if (before) expect([before.most < most, before.windowMs < windowMs]).toEqual([true, true])
    }
  })

  test('leaves all who guess a student’s code twenty guesses a day', () => {
    const daily = [...counts.codeBySaver, ...counts.codeByOthers].filter(({ windowMs }) => windowMs === 24 * hour)
    expect(daily.map(({ most }) => most)).toEqual([10, 10])
    for (const relation of ['browser', 'address', 'others'] as const) {
      const kinds = Object.keys(guessesOf('BKO2026T001', relation))
      expect(kinds.filter(kind => /^code(BySaver|ByOthers)$/.test(kind))).toHaveLength(1)
    }
  })
})
