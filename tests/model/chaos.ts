import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { bundleDatabases, bundlePortal } from './bundle.ts'
import { play, schedules } from './schedule.ts'

/** `npm run chaos -- --minutes 10 --seed 7`: new schedules for as long as one likes; `--path` replays a failed one. */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
})
const minutes = Number(values.minutes ?? 10)
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!(minutes > 0) || !Number.isSafeInteger(first)) throw new Error('Write --minutes 10 and --seed 7, in numbers.')

const batch = 500
const code = { portal: await bundlePortal(), databases: await bundleDatabases() }
const started = performance.now()
const passed = () => (performance.now() - started) / 60_000
let [played, sent] = [0, 0]
const property = fc.asyncProperty(schedules, async schedule => {
  sent += (await play(schedule, code)).sent
  played++
})

console.log(`Seed ${first}, for ${minutes} min.`)
for (let seed = first; passed() < minutes; seed++) {
  const details = await fc.check(property, {
    seed,
    numRuns: batch,
    ...(values.path ? { path: values.path, endOnFailure: true } : {}),
  })
  if (details.failed) {
    console.error(fc.defaultReportMessage(details))
    console.error(details.errorInstance instanceof Error ? details.errorInstance.message : details.errorInstance)
    console.error(`\nAgain: npm run chaos -- --seed ${seed} --path ${details.counterexamplePath}`)
    process.exitCode = 1
    break
  }
  console.log(`${played} schedules, ${sent} requests, ${passed().toFixed(1)} min; the last seed is ${seed}.`)
  if (values.path) break
}
