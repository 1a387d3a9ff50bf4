import { env } from 'node:process'
import { expect, test } from 'vitest'
import { mutants } from '../simulation/mutants.ts'
import { equip, type Played, playSeeds } from '../simulation/play.ts'

/**
 * SIMULATION_SEEDS and SIMULATION_FROM change them; `npm run simulate -w provider` looks for new
 * ones.
 */
const seeds = Number(env.SIMULATION_SEEDS ?? 2_000)
const from = Number(env.SIMULATION_FROM ?? 1)
const hour = 3_600_000

test(`nothing that the provider has acknowledged is lost in ${seeds} bad hours of everybody`, {
  timeout: 2 * hour,
}, async () => {
  const told = await playSeeds({ from, seeds }, await equip())
  expect(told.broken).toEqual([])
  expect(told.sent).toBeGreaterThan(15 * seeds)
})

/**
 * A simulation that can't fail proves nothing: each of these faults must be noticed, and by its own
 * rule.
 */
test.each(mutants)('it notices when $name', { timeout: hour }, async ({ breaks, ...worse }) => {
  const all = { ...(await equip()), worse }
  let noticed: string | undefined
  for (let seed = 1; seed <= 300 && noticed === undefined; seed++) {
    const { broken }: Played = await playSeeds({ from: seed, seeds: 1 }, all)
    noticed = broken[0]?.rule
  }
  expect(noticed).toMatch(breaks)
})
