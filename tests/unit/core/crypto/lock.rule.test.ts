import { describe, expect, test } from 'vitest'
import { type Attention, isClosing, openFor } from '../../../../src/features/shared-device/use-auto-lock.ts'

const second = 1000
const minute = 60 * second
const at = 1_000_000

const attention = (change: Partial<Attention>): Attention => {
  return { now: at, touchedAt: at, hiddenAt: undefined, picking: false, ...change }
}
/** Out of sight, and not touched since. */
const away = (ms: number) => ({ hiddenAt: at - ms, touchedAt: at - ms })

describe('an open dossier', () => {
  test.each<[string, Partial<Attention>, number]>([
    ['that was just touched stays open for two minutes', {}, 2 * minute],
    ['that nobody touched for 119 s has a second left', { touchedAt: at - 119 * second }, second],
    ['that nobody touched for two minutes is locked', { touchedAt: at - 2 * minute }, 0],
    ['that just went out of sight stays open for half a minute', { hiddenAt: at }, 30 * second],
    ['that is out of sight for half a minute is locked', away(30 * second), 0],
    [
      'that goes out of sight after 110 s closes at two minutes',
      { touchedAt: at - 110 * second, hiddenAt: at },
      10_000,
    ],
    ['behind a camera stays open', { ...away(5 * minute), picking: true }, 5 * minute],
    ['behind a camera that was forgotten is locked', { ...away(10 * minute), picking: true }, 0],
    ['with a gallery over it, still in sight, stays open', { touchedAt: at - 5 * minute, picking: true }, 5 * minute],
    ['whose clock went back is locked', { touchedAt: at + 1 }, 0],
    ['whose clock went back behind a camera is locked', { touchedAt: at, hiddenAt: at + 1, picking: true }, 0],
  ])('%s', (_, change, left) => expect(openFor(attention(change))).toBe(left))

  test('says so twenty seconds before it closes, to whoever can see it', () => {
    const closing = [99, 100, 120].map(seconds => isClosing(attention({ touchedAt: at - seconds * second })))
    expect(closing).toEqual([false, true, false])
    expect(isClosing(attention(away(20 * second)))).toBe(false)
  })
})
