import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Build, buildArguments, buildEnvironment, builds } from './e2e/setup/builds.ts'
import { type Command, root, run, stopAll } from './run/command.ts'
import { type Counts, readReport } from './run/vitest-report.ts'

/** What `npm test` runs. A failure never stops it, so that one run reports everything. */

const started = performance.now()
const output = join(root, 'tests', '.output')
mkdirSync(output, { recursive: true })

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const results: Array<Counts & { name: string; took: string }> = []

function announce(name: string): void {
  process.stdout.write(`\n▶ ${name}\n`)
}

async function check(name: string, command: Omit<Command, 'output'>, shown: Command['output']): Promise<boolean> {
  const since = performance.now()
  if (shown === 'live') announce(name)
  const ok = await run({ ...command, output: shown })
  if (shown === 'held') process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds(since)})\n`)
  results.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, took: seconds(since) })
  return ok
}

async function project(name: 'unit' | 'e2e' | 'engines'): Promise<void> {
  const since = performance.now()
  const report = join(output, `${name}.json`)
  // A report of an earlier run must never be counted as this one's.
  rmSync(report, { force: true })
  announce(`vitest ${name}`)
  const args = ['run', '--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = await run({ bin: 'vitest', args, output: 'live' })
  results.push({ name: `vitest ${name}`, ...readReport(report, ok), took: seconds(since) })
}

const build = (name: string, target: Build) =>
  check(name, { bin: 'vite', args: buildArguments(target), env: buildEnvironment(target) }, 'live')

function close(): never {
  process.stdout.write('\n')
  for (const { name, failed, took } of results) process.stdout.write(`${failed === 0 ? '✓' : '✗'} ${name} (${took})\n`)
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

announce('type check')
await Promise.all(
  ['tsconfig.json', 'sw/tsconfig.json', 'server/tsconfig.json'].map(file =>
    check(`tsc -p ${file}`, { bin: 'tsc', args: ['-p', file] }, 'held'),
  ),
)
await check('biome check', { bin: 'biome', args: ['check', '.'] }, 'live')
await project('unit')
const built = [await build('vite build', builds.complete), await build('vite build (reduced)', builds.reduced)]
// Journeys over an older build would prove nothing.
if (built.every(Boolean)) {
  await project('e2e')
  await project('engines')
} else results.push({ name: 'vitest e2e, engines (no build to drive)', passed: 0, failed: 1, skipped: 0, took: '0 s' })
close()
