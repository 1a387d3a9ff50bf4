import { describe, expect, test } from 'vitest'
import { afterCut, afterPart, endOfPart, unknownLine } from '../../../../src/core/api/portion.rule.ts'

const line = (portion: number, carried = 0) => ({ portion, carried })

describe('how large the next part is', () => {
  test('after a cut, what had arrived since the last one, and never less than half', () => {
    expect(afterCut(90_000, unknownLine)).toEqual(line(45_000))
    expect(afterCut(45_000, line(45_000), 10_000)).toEqual(line(22_500))
    expect(afterCut(45_000, line(45_000), 40_000)).toEqual(line(40_000))
    expect(afterCut(30_000, line(30_000, 40_000), 7_000)).toEqual(line(47_000))
  })
  test('but not so small that it is nearly all headers', () =>
    expect(afterCut(5_000, unknownLine)).toEqual(line(4_096)))
  test('after one that arrived, larger by half; a small rest says nothing about the line', () => {
    expect(afterPart(line(40_000), 40_000)).toEqual(line(60_000, 40_000))
    expect(afterPart(line(40_000, 5_000), 900)).toEqual(line(40_000, 5_900))
  })
  test('the last part ends where the body does', () => {
    expect(endOfPart(80_000, 90_000, line(45_000), 'max-size=9')).toBe(90_000)
  })
  test.each([
    [20_000, 'max-size=7000000, max-append-size=20000, min-append-size=512'],
    [20_000, 'max-append-size=20000'],
    [50_000, 'max-append-size=0'],
    [60_000, 'min-append-size=60000, max-append-size=65536'],
    [50_000, undefined],
  ])('to %i, by the limits of the provider: %s', (end, limits) => {
    expect(endOfPart(0, 90_000, line(50_000), limits)).toBe(end)
  })
})
