import { readFileSync, rmSync } from 'node:fs'
import { run } from './command.ts'
import { type Failure, type FileOutcome, failuresOf, isRed, type RunOutcome } from './outcome.ts'
import { projectOf } from './tiers.ts'

/** Files of tests that Vitest runs together. */
export interface Suite {
  name: string
  /** From the project's root. */
  files: readonly string[]
  /** Three where browsers, servers or clusters are at work: a file that is red must be red each time. */
  tries: 1 | 3
  env?: Readonly<Record<string, string>>
  /** Another configuration of Vitest than the project's. */
  config?: string
}

/** A file that was red and is green on the same code. */
export interface Flake extends Failure {
  /** The one that was green. */
  atTry: number
}

export interface Ran {
  suite: Suite
  files: FileOutcome[]
  /** What no file answers for: the run could not begin, broke off, or failed outside of every test. */
  faults: string[]
  flakes: Flake[]
}

/** Runs these files of the suite; undefined where there is no report of it. */
export type Play = (suite: Suite, files: readonly string[]) => Promise<{ ok: boolean; outcome: RunOutcome | undefined }>

/** By Vitest, in a process of its own. @param report the file by which it tells what came of it: not for two at once */
export const vitest =
  (env: NodeJS.ProcessEnv, report: string): Play =>
  async ({ config, env: own }, files) => {
    // An earlier run's report must never be counted as this one's.
    rmSync(report, { force: true })
    const projects = config ? [] : [...new Set(files.map(projectOf))].flatMap(name => ['--project', name])
    const args = ['run', ...(config ? ['--config', config] : []), ...projects, ...files]
    const ok = await run({ bin: 'vitest', args, env: { ...env, ...own, TESTS_REPORT: report }, output: 'live' })
    return { ok, outcome: readOutcome(report) }
  }

/** @returns undefined where the runner died before it could tell */
function readOutcome(report: string): RunOutcome | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

export async function playOnce(suite: Suite, play: Play, files = suite.files): Promise<Ran> {
  const { ok, outcome } = await play(suite, files)
  if (!outcome) return { suite, files: [], faults: ['Vitest ended without a report'], flakes: [] }
  const faults = [...outcome.faults]
  if (!outcome.whole) faults.push('Vitest was interrupted')
  // A worker that dies takes its file along.
  const unheard = files.filter(file => !outcome.files.some(one => one.file === file))
  const told = [...outcome.files, ...unheard.map(file => ({ file, seconds: 0, faults: ['it was not run'], tests: [] }))]
  if (!ok && faults.length === 0 && !told.some(isRed)) faults.push('Vitest failed, and no test did')
  return { suite, files: told, faults, flakes: [] }
}

/**
 * What was red is played again, when all else is quiet: each red file alone, or the whole suite where no file answers for
 * the failure. Green then, it is a flake; red each time, it is red.
 */
export async function playAgain(first: Ran, play: Play): Promise<Ran> {
  let now = first
  for (let atTry = 2; atTry <= first.suite.tries; atTry += 1) {
    const { suite, faults, files } = now
    const red = files.filter(isRed)
    for (const some of faults.length > 0 ? [suite.files] : red.map(({ file }) => [file])) {
      const again = await playOnce(suite, play, some)
      // What breaks off elsewhere when one file is played alone tells nothing of that file.
      if (faults.length === 0 && again.faults.length > 0) continue
      const isGreen = ({ file }: FileOutcome) => again.files.some(one => one.file === file && !isRed(one))
      const settled = red.filter(isGreen).flatMap(failuresOf)
      const outside = again.faults.length > 0 ? [] : faults
      const gone = outside.map(fault => ({ file: suite.name, title: '(outside of its files)', fault }))
      const others = now.files.filter(({ file }) => !again.files.some(one => one.file === file))
      const flakes = [...now.flakes, ...[...gone, ...settled].map(failure => ({ ...failure, atTry }))]
      now = { suite, faults: again.faults, files: [...others, ...again.files], flakes }
    }
  }
  return now
}
