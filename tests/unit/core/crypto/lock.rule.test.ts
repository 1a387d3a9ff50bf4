import { describe, expect, test } from 'vitest'
import { type Attention, isClosing, openFor } from '../../../../src/features/shared-device/use-auto-lock.ts'

const second = 1000
const minute = 60 * second
const at = 1_000_000

const attention = (change: Partial<Attention>): Attention => ({
  now: at,
  touchedAt: at,
  hiddenAt: undefined,
  picking: false,
  ...change,
})

describe('an open dossier', () => {
  test.each<[string, Partial<Attention>, number]>([
    ['that was just touched stays open for two minutes', {}, 2 * minute],
    ['that nobody touched for 119 s has a second left', { touchedAt: at - 119 * second }, second],
    ['that nobody touched for two minutes is locked', { touchedAt: at - 2 * minute }, 0],
    ['that just went out of sight stays open for half a minute', { hiddenAt: at }, 30 * second],
    [
      'that is out of sight for half a minute is locked',
      { hiddenAt: at - 30 * second, touchedAt: at - 30 * second },
      0,
    ],
    [
      'that goes out of sight after 110 s is locked at two minutes',
      { touchedAt: at - 110 * second, hiddenAt: at },
      10 * second,
    ],
    [
      'behind a camera stays open',
      { hiddenAt: at - 5 * minute, touchedAt: at - 5 * minute, picking: true },
      5 * minute,
    ],
    [
      'behind a camera that was forgotten is locked',
      { hiddenAt: at - 10 * minute, touchedAt: at - 10 * minute, picking: true },
      0,
    ],
    ['with a gallery over it, still in sight, stays open', { touchedAt: at - 5 * minute, picking: true }, 5 * minute],
    ['whose clock went back is locked', { touchedAt: at + 1 }, 0],
    ['whose clock went back behind a camera is locked', { touchedAt: at, hiddenAt: at + 1, picking: true }, 0],
  ])('%s', (_, change, left) => expect(openFor(attention(change))).toBe(left))

  test('says so twenty seconds before it closes, to whoever can see it', () => {
    expect(isClosing(attention({ touchedAt: at - 99 * second }))).toBe(false)
    expect(isClosing(attention({ touchedAt: at - 100 * second }))).toBe(true)
    expect(isClosing(attention({ touchedAt: at - 120 * second }))).toBe(false)
    expect(isClosing(attention({ touchedAt: at - 20 * second, hiddenAt: at - 20 * second }))).toBe(false)
  })
})
