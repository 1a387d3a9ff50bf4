import { env } from 'node:process'
import { expect, test } from 'vitest'
import { bundleDatabases, bundlePortal } from './bundle.ts'
import { type Outcome, playDamage, type Verdict, verdicts } from './damage.ts'

/** The same phones on every machine. DAMAGE_SEED and DAMAGE_RUNS change them. */
const first = Number(env.DAMAGE_SEED ?? 1)
const runs = Number(env.DAMAGE_RUNS ?? 500)

test(`of ${runs} phones whose disk breaks, none loses anything without a word`, { timeout: 600_000 }, async () => {
  const code = { portal: await bundlePortal(), databases: await bundleDatabases() }
  const outcomes: Outcome[] = []
  for (let seed = first; seed < first + runs; seed++) outcomes.push(await playDamage(seed, code))
  const count = (verdict: Verdict, of: readonly Outcome[] = outcomes) =>
    of.flatMap(({ verdicts }) => verdicts).filter(one => one === verdict).length
  const faults = outcomes.flatMap(({ seed, damage, faults }) => faults.map(fault => `${seed}: ${damage}: ${fault}`))
  // With the witness gone as well, nobody can know.
  const silent = outcomes.filter(({ knowable, verdicts }) => knowable && verdicts.includes('silent'))
  const named = silent.map(({ seed, damage, verdicts }) => `${seed}: ${damage}: ${verdicts}`)
  const mendable = outcomes.filter(({ oneWhole }) => oneWhole)
  if (env.DAMAGE_TELL)
    console.log(
      Object.fromEntries(verdicts.map(verdict => [verdict, [count(verdict), count(verdict, mendable)]])),
      faults,
      named,
    )
  expect(faults).toEqual([])
  expect(named).toEqual([])
  expect(count('told', mendable)).toBeLessThan(0.15 * (count('put back', mendable) + count('told', mendable)))
  // Where nothing breaks, nothing is proved.
  expect(count('put back')).toBeGreaterThan(runs / 4)
  expect(count('told')).toBeGreaterThan(runs / 20)
})
