import { describe, expect, test } from 'vitest'
import { afterCut, afterPart, endOfPart, limitsIn } from '../../../../src/core/api/portion.rule.ts'

describe('how large the next part is', () => {
  test('after a cut, at most what had arrived, and never less than half', () => {
    expect(afterCut(90_000, 0)).toBe(45_000)
    expect(afterCut(90_000, 70_000)).toBe(70_000)
    expect(afterCut(90_000, 1_000)).toBe(45_000)
  })
  test('but not so small that it is nearly all headers', () => expect(afterCut(5_000, 0)).toBe(4_096))
  test('after one that arrived, larger by half; a small rest says nothing about the line', () => {
    expect(afterPart(40_000, 40_000)).toBe(60_000)
    expect(afterPart(40_000, 900)).toBe(40_000)
  })
  test('the last part ends where the body does', () => {
    expect(endOfPart(80_000, 90_000, 45_000, { most: 1e6, least: 0 })).toBe(90_000)
  })
  test('what the provider limits is kept', () => {
    expect(endOfPart(0, 90_000, 45_000, { most: 20_000, least: 0 })).toBe(20_000)
    expect(endOfPart(0, 90_000, 4_096, { most: 1e6, least: 10_000 })).toBe(10_000)
    expect(endOfPart(0, 90_000, Number.POSITIVE_INFINITY)).toBe(90_000)
  })
})

describe('what a provider announces', () => {
  const none = { most: Number.POSITIVE_INFINITY, least: 0 }
  test.each([
    [null, undefined],
    ['', undefined],
    ['min-size=0', none],
    ['max-age=60', none],
    ['max-size=7000000, max-append-size=65536, min-append-size=512', { most: 65_536, least: 512 }],
    ['max-append-size=9', { most: 9, least: 0 }],
    ['max-append-size=0', none],
    ['x-max-append-size=7', none],
  ])('%s', (header, limits) => expect(limitsIn(header)).toEqual(limits))
})
