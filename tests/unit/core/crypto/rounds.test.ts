import { beforeEach, expect, test, vi } from 'vitest'
import { roundsFor } from '../../../../src/core/crypto/dossier-key.ts'

beforeEach(() => {
  vi.resetModules()
  vi.restoreAllMocks()
})

test.each([
  ['a fast computer', 20, 5_000_000],
  ['a phone of today', 60, 1_600_000],
  ['a cheap one', 166, 600_000],
  ['one that is at its end', 4_000, 600_000],
  ['a clock that shows no time at all', 0, 600_000],
  ['a clock that went back', -5, 600_000],
  ['a clock that tells nothing', Number.NaN, 600_000],
  ['a clock that hardly moves', 0.1, 10_000_000],
])('%s stretches a code for about a second, and never less than it must', (_, ms, rounds) =>
  expect(roundsFor(ms)).toBe(rounds),
)

const measuring = () =>
  Promise.all([
    import('../../../../src/core/crypto/dossier-key.ts'),
    import('../../../../src/core/crypto/dossier-key.ts'),
  ])

test('a box is stretched as often as was measured; a hiccup in one of two trials lowers nothing', async () => {
  const clock = [0, 900, 1_000, 1_100]
  vi.spyOn(performance, 'now').mockImplementation(() => clock.shift() ?? Number.NaN)
  const [{ measureRounds }, { newKeyBox }] = await measuring()
  measureRounds()
  expect((await newKeyBox('a', '480215')).box.iterations).toBe(1_000_000)
})

test('a device that can’t measure uses the least', async () => {
  const [{ measureRounds, roundsHere }] = await measuring()
  vi.spyOn(crypto.subtle, 'deriveKey').mockRejectedValueOnce(new Error('no memory'))
  measureRounds()
  expect(await roundsHere()).toBe(600_000)
})
