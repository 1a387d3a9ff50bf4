import { env } from 'node:process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundleDatabases, bundlePortal } from './bundle.ts'
import { play, schedules } from './schedule.ts'

/** The same schedules on every machine; `npm run chaos` looks for new ones. MODEL_SEED and MODEL_RUNS change them. */
const seed = Number(env.MODEL_SEED ?? 20_261_001)
const numRuns = Number(env.MODEL_RUNS ?? 2_000)

test(`nothing is lost, doubled or stuck in ${numRuns} bad hours of a phone`, { timeout: 600_000 }, async () => {
  const code = { portal: await bundlePortal(), databases: await bundleDatabases() }
  let sent = 0
  const property = fc.asyncProperty(schedules, async schedule => {
    sent += (await play(schedule, code)).sent
  })
  await fc.assert(property, { seed, numRuns })
  // A phone that never sends anything breaks no rule either.
  expect(sent).toBeGreaterThan(5 * numRuns)
})

test('a schedule is played the same way each time', async () => {
  const code = { portal: await bundlePortal(), databases: await bundleDatabases() }
  for (const schedule of fc.sample(schedules, { seed, numRuns: 20 }))
    expect(await play(schedule, code)).toEqual(await play(schedule, code))
})
