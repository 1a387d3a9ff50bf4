import { expect, test } from 'vitest'
import { equip, play, playSeeds } from './simulation/play.ts'

const minute = 60_000

test('nothing that the provider has acknowledged is lost in thirty bad hours of everybody', {
  timeout: 5 * minute,
}, async () => {
  const told = await playSeeds({ from: 1, seeds: 30 }, await equip())
  expect(told.broken).toEqual([])
  // Phones that never send anything lose nothing either.
  expect(told.sent).toBeGreaterThan(450)
  expect(told.messages).toBeGreaterThan(30)
})

test('a seed is played the same way each time, whatever was played before it', { timeout: 2 * minute }, async () => {
  const all = await equip()
  const first = await play(3, all)
  await play(4, all)
  expect(await play(3, all)).toEqual(first)
  expect(await play(3, await equip())).toEqual(first)
})
