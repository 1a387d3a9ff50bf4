import { mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Build, buildArguments, buildEnvironment, builds } from './e2e/setup/builds.ts'
import { type Command, root, run, stopAll } from './run/command.ts'
import { type Counts, readReport } from './run/vitest-report.ts'

/** `npm test`, and its parts: `run.ts check`, `run.ts quick`, `run.ts newer`. A failure never stops the rest. */

const started = performance.now()
const output = join(root, 'tests', '.output')
mkdirSync(output, { recursive: true })

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const results: Array<Counts & { name: string; took: string; failures?: string[] }> = []

async function step(name: string, command: Omit<Command, 'output'>): Promise<boolean> {
  const since = performance.now()
  const ok = await run({ ...command, output: 'held' })
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds(since)})\n`)
  results.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, took: seconds(since) })
  return ok
}

/** Side by side, and each in one piece: whoever changed something sees all that it broke at once. */
const check = () =>
  Promise.all([
    ...['tsconfig.json', 'sw/tsconfig.json', 'server/tsconfig.json'].map(file =>
      step(`tsc -p ${file}`, { bin: 'tsc', args: ['-p', file] }),
    ),
    step('biome check', { bin: 'biome', args: ['check', '.'] }),
  ])

interface Variation {
  env?: Record<string, string>
  /** Files that are left out. */
  without?: readonly string[]
  /** What is different, in the name of the step. */
  on?: string
}

/** Projects of one run share its workers: while one waits for a server, another has the processor. */
async function vitest(projects: readonly string[], { env = {}, without = [], on = '' }: Variation = {}): Promise<void> {
  const since = performance.now()
  const name = `vitest ${projects.join(', ')}${on}`
  const report = join(output, `${name.replace(/\W+/g, '-')}.json`)
  // A report of an earlier run must never be counted as this one's.
  rmSync(report, { force: true })
  process.stdout.write(`\n▶ ${name}\n`)
  const chosen = [...projects.flatMap(one => ['--project', one]), ...without.flatMap(one => ['--exclude', one])]
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = await run({ bin: 'vitest', args, env: { ...process.env, ...env }, output: 'live' })
  results.push({ name, ...readReport(report, ok, root), took: seconds(since) })
}

const build = (name: string, target: Build) =>
  step(name, { bin: 'vite', args: buildArguments(target), env: buildEnvironment(target) })

/** A twentieth of the schedules: a fault that is there shows in most of them, and `npm test` plays them all. */
const fewSchedules = { MODEL_RUNS: '100' }

const quick = () => Promise.all([check(), vitest(['unit', 'model'], { env: fewSchedules })])

/**
 * The Node that the README advises, beside the machine's. In a folder of its own: in the project's node_modules it would
 * be what every script of npm starts with.
 */
async function newer(): Promise<void> {
  const folder = join(root, 'tests', 'newer-node')
  if (!(await step('npm ci (the newer Node)', { bin: 'npm', args: ['ci', '--prefix', folder] }))) return
  const path = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  await vitest(['unit', 'model', 'server'], {
    env: { ...fewSchedules, PATH: path, WANTED_NODE: 'v24.' },
    // It brings a Node of its own.
    without: ['**/bare-debian.test.ts'],
    on: ' (the newer Node)',
  })
}

async function all(): Promise<void> {
  await check()
  await vitest(['unit', 'model', 'mutants', 'server'])
  if (process.env.CI) await newer()
  const built = await Promise.all([build('vite build', builds.complete), build('vite build (reduced)', builds.reduced)])
  // Journeys over an older build would prove nothing.
  if (built.every(Boolean)) {
    await vitest(['e2e'])
    await vitest(['engines'])
  } else
    results.push({ name: 'vitest e2e, engines (no build to drive)', passed: 0, failed: 1, skipped: 0, took: '0 s' })
}

function close(): never {
  process.stdout.write('\n')
  for (const { name, failed, took, failures = [] } of results)
    process.stdout.write(
      [`${failed === 0 ? '✓' : '✗'} ${name} (${took})`, ...failures.map(one => `    ${one}`), ''].join('\n'),
    )
  const sum = (pick: keyof Counts) => results.reduce((total, result) => total + result[pick], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  process.stdout.write(`\nTook ${seconds(started)}.\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`)
  process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1)
}

// A hang is a failure with a report, not a job that the CI machine cuts without a word.
setTimeout(() => {
  stopAll()
  results.push({ name: 'the 75 minutes that a run may take', passed: 0, failed: 1, skipped: 0, took: seconds(started) })
  close()
}, 75 * 60_000).unref()

const tiers: Record<string, () => Promise<unknown>> = { check, quick, newer, all }
const [, , asked = 'all'] = process.argv
const tier = tiers[asked]
if (!tier) throw new Error(`There is no "${asked}": ${Object.keys(tiers).join(', ')}.`)
await tier()
close()
