import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleDatabases, bundlePortal } from '../bundle.ts'
import type { Code } from '../device.ts'
import { mutants } from '../mutants.ts'
import { play, schedules } from '../schedule.ts'
import { Violation } from '../world.ts'

/** A model that can't fail proves nothing: each of these faults must be noticed, and by its own rule. */
const atMost = 2_000

let databases: Code['databases']
beforeAll(async () => {
  databases = await bundleDatabases()
})

describe('the model notices when', () => {
  test.each(mutants)('$name', { timeout: 120_000 }, async ({ breaks, among = schedules, worse }) => {
    const code = { portal: await bundlePortal(worse), databases }
    let noticed: string | undefined
    for (const schedule of fc.sample(among, { seed: 20_261_001, numRuns: atMost })) {
      noticed = await violated(play(schedule, code))
      if (noticed !== undefined) break
    }
    expect(noticed).toMatch(breaks)
  })
})

async function violated(playing: Promise<unknown>): Promise<string | undefined> {
  try {
    await playing
    return undefined
  } catch (error) {
    if (error instanceof Violation) return error.rule
    throw error
  }
}
