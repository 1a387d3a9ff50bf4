import { type KnownFlake, knowledgeOf } from './flakes.ts'
import { type Counts, countFile, type Failure, failuresOf, shortened } from './outcome.ts'
import type { Flake, Ran } from './suite.ts'

/** How a run ends: what a reader of the last screen must know. */

export interface Step {
  name: string
  seconds: number
  counts: Counts
  failures: readonly Failure[]
}

export interface Report {
  steps: readonly Step[]
  /** Of the tests: the slowest of them are named. */
  files: readonly { file: string; seconds: number }[]
  flakes: readonly Flake[]
  known: readonly KnownFlake[]
  seconds: number
  /** What was not looked at for want of a program, and the words that bring it. */
  leftOut?: { what: readonly string[]; command: string } | undefined
  elsewhere: readonly { command: string; files: number; holds: string }[]
}

export function stepOf({ suite, files, faults }: Ran, seconds: number): Step {
  const counts = sumOf(files.map(countFile))
  const outside = faults.map(fault => ({ file: suite.name, title: '(outside of its files)', fault: shortened(fault) }))
  const nothing = counts.passed + counts.failed + outside.length === 0
  const failures = [
    ...outside,
    ...files.flatMap(failuresOf),
    ...(nothing ? [{ file: suite.name, title: '(no test was found)', fault: '' }] : []),
  ]
  return { name: suite.name, seconds, counts: { ...counts, failed: failures.length }, failures }
}

export function sumOf(all: readonly Counts[]): Counts {
  const of = (what: keyof Counts) => all.reduce((sum, counts) => sum + counts[what], 0)
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

/** Nothing failed, and something passed. */
export function isGreen(steps: readonly Step[]): boolean {
  const { passed, failed } = sumOf(steps.map(({ counts }) => counts))
  return failed === 0 && passed > 0
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`
/** The command that repeats each red file alone. */
const againLines = (failures: readonly Failure[]) =>
  [...new Set(failures.map(({ file }) => file))]
    .filter(file => file.startsWith('tests/'))
    .map(file => `    alone: npm test -- ${file}`)

const failureLine = ({ file, title, fault }: Failure) => `${file} › ${title}${fault && `: ${fault}`}`

const slowest = 10
/** In seconds: a file that takes longer is too much in one, or proves it at too high a level. */
const tooLong = 60
const slowLine = ({ file, seconds }: Report['files'][number]) =>
  `  ${inSeconds(seconds)}  ${file}${seconds > tooLong ? '  (over a minute)' : ''}`

export function closingLines({ steps, files, flakes, known, seconds, leftOut, elsewhere }: Report): string[] {
  const { passed, failed, skipped } = sumOf(steps.map(({ counts }) => counts))
  const slow = [...files]
    .sort((one, other) => other.seconds - one.seconds)
    .filter(({ seconds }, place) => place < slowest || seconds > tooLong)
  return [
    ...(slow.length > 0 ? ['Slowest files:', ...slow.map(slowLine), ''] : []),
    ...steps.flatMap(step => [
      `${step.counts.failed === 0 ? '✓' : '✗'} ${step.name} (${inSeconds(step.seconds)})`,
      ...step.failures.map(one => `    ${failureLine(one)}`),
      ...againLines(step.failures),
    ]),
    '',
    `flaky: ${flakes.length}`,
    ...flakes.map(one => `  ${failureLine(one)} (green at try ${one.atTry}; ${knowledgeOf(one, known)})`),
    ...(leftOut
      ? ['', `Left out, since this machine lacks it: ${leftOut.what.join(', ')}. To have it:`, `  ${leftOut.command}`]
      : []),
    ...(elsewhere.length > 0
      ? ['', 'Proved elsewhere:', ...elsewhere.map(one => `  ${one.command} (${one.files} files): ${one.holds}`)]
      : []),
    '',
    `Took ${inSeconds(seconds)}.`,
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
}
