import { describe, expect, test } from 'vitest'
import { areStill, heard, isMeant } from '../../../src/ui/hands.rule.ts'

describe('a press answers a question that was seen at 1000', () => {
  test.each([
    ['of a finger before it came', 1, 900, 980, false],
    ['of a finger before it came, which went up after half a second', 1, 900, 1_600, false],
    ['of a finger just after', 1, 1_077, 1_157, false],
    ['of a finger before half a second is over', 1, 1_499, 1_579, false],
    ['of a finger after half a second', 1, 1_500, 1_580, true],
    ['of the second tap in a row', 2, 1_200, 1_280, false],
    ['of a key or a screen reader, which the focus had to be led to', 0, 900, 1_010, true],
    ['of a screen reader that clicks like a finger, and touches nothing', 1, 900, 6_000, true],
  ])('%s', (_, detail, touchedAt, timeStamp, counts) => {
    expect(isMeant({ detail, timeStamp }, touchedAt, 1_000)).toBe(counts)
  })

  test('and one that was not seen yet is answered by no finger', () => {
    expect(isMeant({ detail: 1, timeStamp: 20_000 }, 10_000, Number.POSITIVE_INFINITY)).toBe(false)
  })
})

describe('hands are still', () => {
  const at = (type: string, timeStamp: number) => ({ type, timeStamp })
  const tap = [at('pointerdown', 0), at('pointerup', 80), at('touchend', 80)]
  test.each([
    ['before anything was touched', [], 0, true],
    ['not while a finger is down', [at('pointerdown', 0)], 4_000, false],
    ['not while it scrolls, when it is a pointer no more', [at('pointerdown', 0)], 4_999, false],
    ['a second after it has scrolled', [at('pointerdown', 0), at('touchend', 2_000)], 3_000, true],
    ['not while it is down and the other hand types', [at('pointerdown', 0), at('input', 500)], 4_000, false],
    ['although nobody said that the finger is up', [at('pointerdown', 0)], 5_000, true],
    ['not just after a tap', tap, 1_000, false],
    ['a second after a tap', tap, 1_080, true],
    ['not between two digits', [at('keydown', 0), at('input', 5)], 800, false],
    ['a second after the last one', [at('keydown', 0), at('input', 5)], 1_005, true],
  ])('%s', (_, events, now, still) => {
    const before = { at: Number.NEGATIVE_INFINITY, down: false }
    expect(areStill(events.reduce(heard, before), now)).toBe(still)
  })
})
